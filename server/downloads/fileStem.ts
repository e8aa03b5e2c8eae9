/** A name as a part of a file's: letters of any script, digits and _ - only. */
export const fileStem = (name: string): string =>
  [...name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')].slice(0, 40).join('')
