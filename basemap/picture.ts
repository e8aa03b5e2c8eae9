/** Red, green, blue a pixel; the whole world in longitude and latitude, from 180° W and 90° N. */
export type Picture = { width: number; height: number; rgb: Uint8ClampedArray }
