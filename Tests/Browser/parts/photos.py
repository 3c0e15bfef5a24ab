"""Small generated photos, each with known content."""

import base64
import struct

# 32 by 16 pixels, the left half red and the right half blue.
JPEG = base64.b64decode(
    "/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBD"
    "AQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQACAD"
    "AREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG"
    "E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4"
    "eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6"
    "/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEI"
    "FEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaH"
    "iImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIR"
    "AxEAPwDwSvxQ/wBQAoA8Hr/as/yKCgD3iv8AFQ/11CgDwev9qz/IoKAP/9k="
)

# Degrees 48, 51, 29: what a file with a place holds.
PLACE = struct.pack(">6I", 48, 1, 51, 1, 29, 1)


def photo(orientation=1, model=b"Secret Camera 3000\0"):
    """The picture with an Exif block: how the camera was held, and where."""
    values = 8 + 2 + 3 * 12 + 4
    gps = values + len(model)
    tiff = b"MM\0\x2a" + struct.pack(">I", 8) + struct.pack(">H", 3)
    tiff += struct.pack(">HHII", 0x0110, 2, len(model), values)
    tiff += struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff += struct.pack(">HHII", 0x8825, 4, 1, gps)
    tiff += struct.pack(">I", 0) + model + struct.pack(">H", 2)
    tiff += struct.pack(">HHI4s", 1, 2, 2, b"N\0\0\0")
    tiff += struct.pack(">HHII", 2, 5, 3, gps + 2 + 2 * 12 + 4) + struct.pack(">I", 0) + PLACE
    block = b"Exif\0\0" + tiff
    return JPEG[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + JPEG[2:]
