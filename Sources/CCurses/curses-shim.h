// The terminal descriptions of the system's ncurses (curs_terminfo(3X)); on Debian libncurses-dev. The header with the wide
// characters lies beside the other one on some systems.
#define NCURSES_WIDECHAR 1
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#else
#include <curses.h>
#include <term.h>
#endif
