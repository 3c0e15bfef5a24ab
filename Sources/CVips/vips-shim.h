// Names the library for the linker; its functions take lists of arguments that only C can write, in Sources/ImageShim.
