/** `npm run basemap`: takes an area of a world file in harbour detail, once, for everybody's map. */
import { hash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AREA_PROBLEMS, isArea, MAX_AREA_NAME } from '#contract/area.ts'
import { DEEPEST_AREA_ZOOM, LEAST_AREA_ZOOM } from '#contract/areaZooms.ts'
import type { AreaNote } from './basemap/areaStore.ts'
import { fetchArea, openSource, planArea } from './basemap/fetchArea.ts'
import { zoomsOf } from './basemap/fetchAreas.ts'
import { dailyBuilds } from './basemap/openWorld.ts'
import { AreaRefused } from './basemap/rangeSource.ts'
import { Misused, runCommand } from './command.ts'
import { filesOf } from './files/openFiles.ts'
import { areaKey, areaNoteKey } from './files/sharedKeys.ts'

await runCommand(
  {
    usage: "npm run basemap -- --area 'N,W,S,E' [--name NAME] [--zoom 15] [--plan] [--data DIR]",
    help: `Takes an area in harbour detail from a world file (BASEMAP_SOURCE_URL), once: piers, berths, roads and buildings. The map
shows it from then on and needs no internet any more. Begun again, it goes on where it broke off. The console does the same: “Keep
this area in detail” in the map's settings.

  --area N,W,S,E       its northern, western, southern and eastern edge in degrees; an eastern one west of the western crosses 180°
  --name NAME          what it is called (else its edges)
  --zoom 15            how deep, ${LEAST_AREA_ZOOM} to ${DEEPEST_AREA_ZOOM}: each step less is a third of the size
  --plan               only says how much that is`,
    options: ['area', 'name', 'zoom'],
    flags: ['plan'],
  },
  async ({ values, flags, config }) => {
    if (!values.area) throw new Misused()
    const bounds = boundsOf(values.area)
    const maxzoom = Number(values.zoom ?? DEEPEST_AREA_ZOOM)
    if (!Number.isInteger(maxzoom) || maxzoom < LEAST_AREA_ZOOM || maxzoom > DEEPEST_AREA_ZOOM) {
      throw new Misused(`--zoom is a whole number from ${LEAST_AREA_ZOOM} to ${DEEPEST_AREA_ZOOM}.`)
    }
    const name = [...(values.name ?? values.area).replace(/\p{C}+/gu, ' ').trim()]
      .slice(0, MAX_AREA_NAME)
      .join('')
    const [latest = ''] = dailyBuilds(Date.now())
    const url = config.BASEMAP_SOURCE_URL ?? latest
    const area = { name, bounds, minzoom: LEAST_AREA_ZOOM, maxzoom }
    try {
      const archive = await openSource(url)
      const plan = await planArea(archive, area)
      const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
      console.log(`${plan.tiles.length} tiles, ${megabytes(plan.bytes)} of ${url}`)
      if (flags.has('plan')) return
      const folder = resolve(config.dataDir, 'areas')
      await mkdir(folder, { recursive: true })
      // The same area again is the same file again.
      const id = uuidOf(JSON.stringify([bounds, maxzoom]))
      const file = join(folder, `${id}.pmtiles`)
      let said = 0
      await fetchArea(archive, plan, file, {
        onBytes(bytes) {
          const tenths = Math.floor((bytes / plan.bytes) * 10)
          if (tenths > said) console.log(`${tenths * 10} %`)
          said = tenths
        },
      })
      const { size } = await stat(file)
      const now = new Date().toISOString()
      const note: AreaNote = {
        ...{ id, name, bounds: [...bounds], ...zoomsOf(plan), state: 'kept', problem: null },
        ...{ bytes: size, fetched_bytes: size, source: url, created_at: now, kept_at: now },
      }
      const { sharedFiles, close } = await filesOf(config)
      await sharedFiles.take(areaKey(id), file)
      await sharedFiles.put(areaNoteKey(id), Buffer.from(JSON.stringify(note)))
      close()
      console.log(`kept: the map shows “${name}” from now on`)
    } catch (error) {
      if (!(error instanceof AreaRefused)) throw error
      throw new Error(`${AREA_PROBLEMS[error.problem]} (${error.message})`)
    }
  },
)

function uuidOf(what: string) {
  return hash('sha256', what).replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

function boundsOf(said: string) {
  const [north, west, south, east, ...more] = said
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN))
  const isWhole = [north, west, south, east].every(Number.isFinite) && more.length === 0
  if (!isWhole || north === undefined || west === undefined || south === undefined || east === undefined) {
    throw new Misused('--area is four numbers: its northern, western, southern and eastern edge in degrees.')
  }
  const bounds = [west, south, east < west ? east + 360 : east, north] as const
  if (!isArea(bounds)) {
    throw new Misused('--area has its northern edge first, then the western, southern and eastern one.')
  }
  return bounds
}
