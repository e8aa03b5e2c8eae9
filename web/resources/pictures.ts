/**
 * Pictures of the running console in the articles, which `npm run tool help-pictures` takes: each as NAME-dark.avif
 * and NAME-light.avif.
 */
export const PICTURE_NAMES = [
  ...(['vessel', 'connect', 'helm', 'rule', 'alert', 'user', 'departments'] as const),
  ...(['keys', 'report', 'logbook', 'trip', 'map'] as const),
] as const
export type PictureName = (typeof PICTURE_NAMES)[number]

/** Size of every picture, px, so that the page reserves the space before a picture loads. */
export const PICTURE_SIZE = { width: 1440, height: 900 }
