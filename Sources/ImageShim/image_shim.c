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

// Opens by the loader of the format that was found, never by what the library would guess. A picture is decoded from its top to
// its bottom, once: it is never held whole, nor in a temporary file.
static VipsImage *nexus_image_open(const char *path, nexus_image_format format, int frames) {
    VipsImage *image = NULL;
    int status = -1;
    switch (format) {
    case NEXUS_IMAGE_JPEG:
        status = vips_jpegload(path, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                               VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_PNG:
        status = vips_pngload(path, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                               VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_WEBP:
        status = vips_webpload(path, &image, "n", frames, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                               VIPS_FAIL_ON_TRUNCATED, NULL);
        break;
    case NEXUS_IMAGE_GIF:
        status = vips_gifload(path, &image, "n", frames, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                               VIPS_FAIL_ON_TRUNCATED, NULL);
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

// Ends the work on a picture when it is told to, from a thread of its own: a step of a decode can take seconds, and reports nothing
// meanwhile, but its parts look at the mark of the picture that they read.
typedef struct {
    nexus_image_stop stop;
    void *context;
    VipsImage *image;
    GThread *thread;
    GMutex mutex;
    GCond changed;
    int is_over;
    int is_stopped;
} nexus_image_watch;

#define NEXUS_IMAGE_ASK_MICROSECONDS 20000

static gpointer nexus_image_watching(gpointer data) {
    nexus_image_watch *watch = data;
    g_mutex_lock(&watch->mutex);
    while (!watch->is_over) {
        if (!watch->is_stopped && watch->stop(watch->context)) watch->is_stopped = 1;
        // The library clears the mark where it takes notice of it, so it is set again for what comes after.
        if (watch->is_stopped) vips_image_set_kill(watch->image, TRUE);
        g_cond_wait_until(&watch->changed, &watch->mutex, g_get_monotonic_time() + NEXUS_IMAGE_ASK_MICROSECONDS);
    }
    g_mutex_unlock(&watch->mutex);
    return NULL;
}

// What is made of the image looks at its mark, too, since it reports its progress to it.
static void nexus_image_watch_begin(nexus_image_watch *watch, VipsImage *image) {
    watch->image = image;
    vips_image_set_progress(image, TRUE);
    g_mutex_init(&watch->mutex);
    g_cond_init(&watch->changed);
    watch->thread = g_thread_new("nexus-image", nexus_image_watching, watch);
}

// Ends the watch and says what became of the work.
static int nexus_image_watch_end(nexus_image_watch *watch, int status) {
    g_mutex_lock(&watch->mutex);
    watch->is_over = 1;
    g_cond_signal(&watch->changed);
    g_mutex_unlock(&watch->mutex);
    g_thread_join(watch->thread);
    g_cond_clear(&watch->changed);
    g_mutex_clear(&watch->mutex);
    if (watch->is_stopped || watch->stop(watch->context)) return NEXUS_IMAGE_STOPPED;
    return status == 0 ? NEXUS_IMAGE_DONE : NEXUS_IMAGE_FAILED;
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

// Turning needs all of a picture at once.
static int nexus_image_turn(VipsImage *image, VipsImage **upright) {
    if (vips_image_get_orientation(image) <= 1) {
        *upright = image;
        g_object_ref(image);
        return 0;
    }
    VipsImage *whole = vips_image_copy_memory(image);
    if (whole == NULL) return -1;
    int status = vips_autorot(whole, upright, NULL);
    g_object_unref(whole);
    return status;
}

int nexus_image_clean(const char *path, nexus_image_format format, const char *output, nexus_image_size *size,
                      nexus_image_stop stop, void *context) {
    if (stop(context)) return NEXUS_IMAGE_STOPPED;
    VipsImage *image = nexus_image_open(path, format, -1);
    if (image == NULL) return NEXUS_IMAGE_FAILED;
    nexus_image_watch watch = {.stop = stop, .context = context};
    nexus_image_watch_begin(&watch, image);
    VipsImage *upright = NULL;
    int status = -1;
    if (nexus_image_frames(format, image) > 1) {
        // Frames are one tall picture to the library: turning it would mix them up, and animations carry no orientation.
        upright = image;
        g_object_ref(upright);
        status = 0;
    } else {
        status = nexus_image_turn(image, &upright);
    }
    if (status == 0) {
        nexus_image_fill(format, upright, size);
        int page = vips_image_get_page_height(upright);
        if (size->frames > 1 && page > 0) size->height = page;
        status = nexus_image_save(upright, format, output);
        g_object_unref(upright);
    }
    int outcome = nexus_image_watch_end(&watch, status);
    g_object_unref(image);
    return outcome;
}

int nexus_image_preview(const char *path, nexus_image_format format, const char *output, int32_t side,
                        nexus_image_stop stop, void *context) {
    if (stop(context)) return NEXUS_IMAGE_STOPPED;
    VipsImage *image = nexus_image_open(path, format, 1);
    if (image == NULL) return NEXUS_IMAGE_FAILED;
    nexus_image_watch watch = {.stop = stop, .context = context};
    nexus_image_watch_begin(&watch, image);
    VipsImage *small = NULL;
    int status = vips_thumbnail_image(image, &small, side, "height", side, "size", VIPS_SIZE_DOWN, NULL);
    if (status == 0) {
        status = vips_webpsave(small, output, "Q", 78, "strip", TRUE, NULL);
        g_object_unref(small);
    }
    int outcome = nexus_image_watch_end(&watch, status);
    g_object_unref(image);
    return outcome;
}

int nexus_image_png(const char *path, nexus_image_format format, const char *output, nexus_image_stop stop,
                    void *context) {
    if (stop(context)) return NEXUS_IMAGE_STOPPED;
    VipsImage *image = nexus_image_open(path, format, 1);
    if (image == NULL) return NEXUS_IMAGE_FAILED;
    nexus_image_watch watch = {.stop = stop, .context = context};
    nexus_image_watch_begin(&watch, image);
    int outcome = nexus_image_watch_end(&watch, vips_pngsave(image, output, "strip", TRUE, NULL));
    g_object_unref(image);
    return outcome;
}
