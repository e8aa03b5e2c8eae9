/** Four numbers from 0 to 1, as shaders want them. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number]

/** A colour written #RRGGBB with an opacity. Throws a RangeError when either is invalid. */
export function rgba(hexColour: string, opacity = 1): Rgba {
  if (!/^#[0-9a-f]{6}$/i.test(hexColour))
    throw new RangeError('Invalid hex color format. Expected format: #RRGGBB.')
  if (!(opacity >= 0 && opacity <= 1)) throw new RangeError('Opacity must be between 0 and 1.')
  const bits = Number.parseInt(hexColour.slice(1), 16)
  return [(bits >> 16) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255, opacity]
}
