export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** `#RRGGBB` as four numbers from 0 to 1, as shaders want them. */
export function rgba(hex: string, alpha = 1): Rgba {
  const bits = Number.parseInt(hex.slice(1, 7), 16)
  return [((bits >> 16) & 255) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255, alpha]
}
