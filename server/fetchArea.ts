/** `npm run basemap`: takes an area of a world file in harbour detail, once, as a chart that everybody here may show. */
import { resolve } from 'node:path'
import { fetchArea, planArea } from './basemap/fetchArea.ts'
import { Misused, runCommand } from './command.ts'

const DEEPEST_ZOOM = 15
const DAY_MS = 86_400_000

await runCommand(
  {
    usage: "npm run basemap -- --area 'N,W,S,E' [--name NAME] [--zoom 15] [--plan] [--data DIR]",
    help: `Takes an area in harbour detail from a world file (BASEMAP_SOURCE_URL), once: piers, berths, roads and buildings. It is a
chart from then on, which people switch on in the map's settings, and needs no internet any more. Begun again, it goes on where it broke off.

  --area N,W,S,E       its northern, western, southern and eastern edge in degrees; an eastern one west of the western crosses 180°
  --name NAME          what the chart is called (else its edges)
  --zoom 15            how deep: each step less is a third of the size
  --plan               only says how much that is`,
    options: ['area', 'name', 'zoom'],
    flags: ['plan'],
  },
  async ({ values, flags, config }) => {
    if (!values.area) throw new Misused()
    const bounds = boundsOf(values.area)
    const maxzoom = Number(values.zoom ?? DEEPEST_ZOOM)
    if (!Number.isInteger(maxzoom) || maxzoom < 0 || maxzoom > DEEPEST_ZOOM) {
      throw new Misused(`--zoom is a whole number up to ${DEEPEST_ZOOM}.`)
    }
    const name = (values.name ?? values.area).replace(/[^\p{L}\p{N} .,-]+/gu, ' ').trim()
    const url = config.BASEMAP_SOURCE_URL ?? buildOf(new Date(Date.now() - DAY_MS))
    const { archive, plan } = await planArea(url, { name, bounds, maxzoom })
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    console.log(`${plan.tiles.length} tiles, ${megabytes(plan.bytes)} of ${url}`)
    if (flags.has('plan')) return
    const file = resolve(config.dataDir, 'charts', `${name}.pmtiles`)
    let said = 0
    await fetchArea(archive, plan, file, {
      onBytes(bytes) {
        const tenths = Math.floor((bytes / plan.bytes) * 10)
        if (tenths > said) console.log(`${tenths * 10} %`)
        said = tenths
      },
    })
    console.log(`kept as ${file}: switch “${name}” on under Charts in the map's settings`)
  },
)

function boundsOf(said: string) {
  const [north, west, south, east, ...more] = said
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN))
  const isInside =
    [north, west, south, east].every(Number.isFinite) && more.length === 0 && Math.abs(north ?? 0) <= 90
  if (!isInside || north === undefined || west === undefined || south === undefined || east === undefined) {
    throw new Misused('--area is four numbers: its northern, western, southern and eastern edge in degrees.')
  }
  if (south >= north || south < -90 || Math.abs(west) > 180 || Math.abs(east) > 180) {
    throw new Misused('--area has its northern edge first, then the western, southern and eastern one.')
  }
  return [west, south, east < west ? east + 360 : east, north] as const
}

/** The build of a day of Protomaps' map of OpenStreetMap. */
const buildOf = (day: Date) =>
  `https://build.protomaps.com/${day.toISOString().slice(0, 10).replaceAll('-', '')}.pmtiles`
