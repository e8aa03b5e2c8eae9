/**
 * An address within this installation. Browsers read `//host` and `/\\host` as another host, and skip control characters
 * before they look.
 */
export const OWN_PATH = /^\/(?![/\\])\P{Cc}*$/u
