/** Heights of the sheet at rest: its handle and tabs, two fifths of the map, all of it. */
export const SHEET_STOPS = ['low', 'half', 'full'] as const
export type SheetStop = (typeof SHEET_STOPS)[number]

export const stopHeight = (stop: SheetStop, roomPx: number) =>
  stop === 'low' ? 96 : stop === 'half' ? roomPx * 0.4 : roomPx

export function nearestStop(heightPx: number, roomPx: number): SheetStop {
  const distance = (stop: SheetStop) => Math.abs(stopHeight(stop, roomPx) - heightPx)
  return SHEET_STOPS.reduce((nearest, stop) => (distance(stop) < distance(nearest) ? stop : nearest))
}
