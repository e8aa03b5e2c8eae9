/** `npm run tool basemap`: fetches an area of a world file in harbour detail once, for everybody's map. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DEEPEST_AREA_ZOOM, LEAST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import { AREA_PROBLEMS, type Area, isArea, MAX_AREA_NAME, MOST_AREAS } from '#contract/wire/area.ts'
import { type AreaNote, areaId, areaStore, sameArea } from '#server/basemap/areaStore.ts'
import { AreaRefused } from '#server/basemap/rangeSource.ts'
import { planOfWorld, progressOf, requireShare, sourceOf, takeArea } from '#server/basemap/takeArea.ts'
import { filesOf } from '#server/files/openFiles.ts'
import { AREAS } from '#server/files/sharedKeys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { standardLog } from '#server/platform/log.ts'
import { knownInstallation } from '#server/stores/relational/installation.ts'
import { Misused, runCommand } from './command.ts'

await runCommand(
  {
    usage: "npm run tool basemap -- --area 'N,W,S,E' [--name NAME] [--zoom 15] [--plan] [--data DIR]",
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
    const installation = await knownInstallation(config.dataDir)
    if (!installation && config.FILES_S3_URL)
      throw new Misused(
        `Start the server on ${config.dataDir} first: it notes the folder of the bucket there.`,
      )
    const { sharedFiles: files, close } = await filesOf(config, installation ?? '')
    const folder = resolve(config.dataDir, AREAS)
    const { BASEMAP_SOURCE_URL: sourceUrl, BASEMAP_AREAS_MB: mostMb } = config
    const given = { files, folder, sourceUrl, mostBytes: mostMb * 1e6, clock: systemClock }
    const createdAt = new Date(systemClock.nowMs()).toISOString()
    const store = areaStore({ files, log: standardLog })
    const wanted = { name, bounds, minzoom: LEAST_AREA_ZOOM, maxzoom }
    try {
      await store.look()
      const known = sameArea(store, wanted)
      const { id, ...begun } = known?.note ?? { id: areaId(wanted), created_at: createdAt }
      if (known?.area.state === 'kept') throw new AreaRefused('areaTwice', known.area.name)
      if (!known && store.known().size >= MOST_AREAS) throw new AreaRefused('areaTooMany', name)
      const planned = await planOfWorld(given, wanted, known && sourceOf(known))
      const { plan, archive } = planned
      console.log(
        `${plan.tiles.length} tiles, ${(plan.bytes / 1e6).toFixed(1)} MB of ${archive.source.getKey()}`,
      )
      requireShare(given, store, plan.bytes, id)
      if (flags.has('plan')) return
      await mkdir(folder, { recursive: true })
      // Stopped for the server, which leaves the area to this command; both find an interrupted fetch.
      const note: AreaNote = {
        ...{ bytes: null, fetched_bytes: 0, kept_at: null, ...wanted, ...begun },
        ...{ id, attempt: randomUUID(), state: 'stopped', problem: null },
      }
      await store.keepNote(note)
      await store.look()
      const noted = store.known().get(id)
      if (!noted) throw new AreaRefused('areaBroken', 'the request could not be stored')
      const progress = progressOf(store, noted)
      let shownTenths = 0
      await takeArea({ ...given, store }, id, planned, {
        ...progress,
        async fetched(bytes) {
          await progress.fetched(bytes)
          const tenths = Math.floor((bytes / plan.bytes) * 10)
          if (tenths > shownTenths) console.log(`${tenths * 10} %`)
          shownTenths = tenths
        },
      })
      await store.keepNote({ ...note, state: 'kept' })
      console.log(`kept: the map shows “${note.name}” from now on`)
    } catch (error) {
      if (!(error instanceof AreaRefused)) throw error
      throw new Error(`${AREA_PROBLEMS[error.problem]} (${error.message})`)
    } finally {
      close()
    }
  },
)

function boundsOf(text: string): Area['bounds'] {
  const [north, west, south, east, ...more] = text
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
  return [...bounds]
}
