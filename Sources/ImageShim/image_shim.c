#include "image_shim.h"

#include <vips/vips.h>

int nexus_image_start(void) {
    if (VIPS_INIT("nexus") != 0) return -1;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_block_untrusted_set(TRUE);
    return 0;
}

void nexus_image_forget_problems(void) {
    vips_error_clear();
}

// Opens by the loader of the format that was found, never by what the library would guess.
static VipsImage *nexus_image_open(const char *path, nexus_image_format format, int frames) {
    VipsImage *image = NULL;
    int status = -1;
    switch (format) {
    case NEXUS_IMAGE_JPEG:
        status = vips_jpegload(path, &image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_PNG:
        status = vips_pngload(path, &image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_WEBP:
        status = vips_webpload(path, &image, "n", frames, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_GIF:
        status = vips_gifload(path, &image, "n", frames, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    }
    return status == 0 ? image : NULL;
}

static int nexus_image_frames(nexus_image_format format, VipsImage *image) {
    if (format != NEXUS_IMAGE_GIF && format != NEXUS_IMAGE_WEBP) return 1;
    int frames = vips_image_get_n_pages(image);
    return frames > 0 ? frames : 1;
}

static void nexus_image_fill(nexus_image_format format, VipsImage *image, nexus_image_size *size) {
    int orientation = vips_image_get_orientation(image);
    int is_turned = orientation >= 5 && orientation <= 8;
    size->frames = nexus_image_frames(format, image);
    size->width = is_turned ? image->Ysize : image->Xsize;
    size->height = is_turned ? image->Xsize : image->Ysize;
}

int nexus_image_measure(const char *path, nexus_image_format format, nexus_image_size *size) {
    VipsImage *image = nexus_image_open(path, format, 1);
    if (image == NULL) return -1;
    nexus_image_fill(format, image, size);
    g_object_unref(image);
    return 0;
}

static int nexus_image_save(VipsImage *image, nexus_image_format format, const char *output) {
    switch (format) {
    case NEXUS_IMAGE_JPEG:
        return vips_jpegsave(image, output, "Q", 92, "strip", TRUE, "optimize_coding", TRUE, NULL);
    case NEXUS_IMAGE_PNG:
        return vips_pngsave(image, output, "strip", TRUE, NULL);
    case NEXUS_IMAGE_WEBP:
        return vips_webpsave(image, output, "Q", 90, "strip", TRUE, NULL);
    case NEXUS_IMAGE_GIF:
        return vips_gifsave(image, output, "strip", TRUE, NULL);
    }
    return -1;
}

int nexus_image_clean(const char *path, nexus_image_format format, const char *output, nexus_image_size *size) {
    VipsImage *image = nexus_image_open(path, format, -1);
    if (image == NULL) return -1;
    VipsImage *upright = NULL;
    int status = -1;
    if (nexus_image_frames(format, image) > 1) {
        // Frames are one tall picture to the library: turning it would mix them up, and animations carry no orientation.
        upright = image;
        g_object_ref(upright);
        status = 0;
    } else {
        status = vips_autorot(image, &upright, NULL);
    }
    if (status == 0) {
        nexus_image_fill(format, upright, size);
        int page = vips_image_get_page_height(upright);
        if (size->frames > 1 && page > 0) size->height = page;
        status = nexus_image_save(upright, format, output);
        g_object_unref(upright);
    }
    g_object_unref(image);
    return status == 0 ? 0 : -1;
}

int nexus_image_preview(const char *path, nexus_image_format format, const char *output, int32_t side) {
    VipsImage *image = nexus_image_open(path, format, 1);
    if (image == NULL) return -1;
    VipsImage *small = NULL;
    int status = vips_thumbnail_image(image, &small, side, "height", side, "size", VIPS_SIZE_DOWN, NULL);
    if (status == 0) {
        status = vips_webpsave(small, output, "Q", 78, "strip", TRUE, NULL);
        g_object_unref(small);
    }
    g_object_unref(image);
    return status == 0 ? 0 : -1;
}
