/**
 * `node bench/fleetMap.ts`: the fleet's map with 10,000 boats and 20,000 ships that they receive, drawn by the
 * console's own components over its own world. Names, groups at berths and the layout of place names take part. It
 * prints the times to the frame that shows an update: of every boat within a second, and of the ships read again.
 * Each is compared with a GeoJSON source of as many points with names (and clusters of boats) that is set again. It
 * also prints the frames per second while the map is dragged, with and without boats and ships.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { prepareBasemap } from '#server/basemap/prepareBasemap.ts'
import { worldFolder } from '#server/basemap/worldFolder.ts'
import { openBenchPage } from './benchPage.ts'

const BOATS = 10_000
const SHIPS = 20_000
const UPDATES = 10
const GOALS = { update: 0.25, frames: 0.5 }

const log = { info() {}, warn() {}, error: console.error }
const basemap = await prepareBasemap({ folder: worldFolder('.cache'), log })
await basemap.close()
const archives = createServer(async (request, response) => {
  const file = basemap.fileOf(String(request.url?.split('/').at(-1)))
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  if (!file) return response.writeHead(request.method === 'OPTIONS' ? 204 : 404).end()
  const [start = 0, end = 0] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).slice(1).map(Number)
  const { size } = await stat(file)
  const last = Math.min(end, size - 1)
  response.writeHead(206, {
    'content-range': `bytes ${start}-${last}/${size}`,
    'content-length': last - start + 1,
  })
  createReadStream(file, { start, end: last }).pipe(response)
}).listen(0)
const address = archives.address()
const port = typeof address === 'object' ? address?.port : 0
const here = (source: { url: string } | null) =>
  source && { ...source, url: `http://localhost:${port}${source.url}` }
const { vector, satellite, ...index } = basemap.index()

const PAGE = `<!doctype html><div id="root" style="position:fixed;inset:0;width:1280px;height:800px"></div><script type="module">
import { createElement as h, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MantineProvider } from '@mantine/core'
import { startI18n, completeWords } from '/i18n/i18n.ts'
import { ChartMap } from '/map/ChartMap.tsx'
import { VesselLayer } from '/map/VesselLayer.tsx'
import { AisLayer } from '/ais/AisLayer.tsx'
import { FleetContext } from '/map/shownFleet.ts'
import { useStage } from '/map/stageContext.ts'
localStorage.setItem('map-layer', 'dark')
localStorage.setItem('ais-targets', 'true')
await startI18n()
await completeWords()
const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false, staleTime: Infinity } } })
client.setQueryData(['basemap'], ${JSON.stringify({ ...index, vector: here(vector), satellite: here(satellite), ready: true })})
const pick = (i, prime, range) => (i * prime % (range * 1000)) / 1000
// A third of the boats lie in forty harbours.
const boats = (count) => Array.from({ length: count }, (_, i) => ({
  id: String(i), name: 'Boat ' + i, kind: 'motor', status: i % 3 === 0 ? 'online' : i % 7 ? 'sailing' : 'offline', trip_id: null, impact_limit: 2,
  latitudeDeg: i % 3 === 0 ? 60 + (i % 40) / 8 + pick(i, 7919, 1) / 500 : 58 + pick(i, 7919, 9),
  longitudeDeg: i % 3 === 0 ? -24 + (i % 40) / 4 + pick(i, 104729, 1) / 500 : -30 + pick(i, 104729, 20),
  cog: i % 360, sog: i % 30, sog_derived: false, last_updated: Date.now() }))
const ships = (count, moved) => ({ server_time: Date.now(), data: Array.from({ length: count }, (_, i) => ({
  mmsi: 200000000 + i, name: 'SHIP ' + i, ship_type: 70, beacon: null, latitudeDeg: 58 + pick(i, 15485863, 9) + moved, longitudeDeg: -30 + pick(i, 32452843, 20),
  sog: i % 20, cog: i % 360, timestamp: Date.now(), vessel_id: '0' })) })
let held = new Map()
const listeners = new Set()
const fleet = { isPast: false, nowMs: Date.now, freshness: () => 'fresh', values: () => held.values(), get: (id) => held.get(id),
  subscribe: (listener) => { listeners.add(listener); return () => listeners.delete(listener) } }
const tell = (vessels, full) => { held = new Map(vessels.map((vessel) => [vessel.id, vessel])); for (const listener of listeners) listener(held.values(), full) }
let map
const Keep = () => { const stage = useStage(); useEffect(() => { map = stage.map }, [stage]); return null }
const view = { latitudeDeg: 62.5, longitudeDeg: -20, zoom: 6 }
const root = createRoot(document.getElementById('root'))
client.setQueryData(['ais-targets'], ships(0, 0))
root.render(h(MantineProvider, null, h(QueryClientProvider, { client }, h(FleetContext, { value: fleet },
  h(ChartMap, { view, label: 'Fleet' }, h(Keep), h(AisLayer), h(VesselLayer, { selectedId: null }))))))
while (!map) await new Promise((resolve) => setTimeout(resolve, 100))
const idle = () => new Promise((resolve) => { map.once('idle', resolve); map.triggerRepaint() })
await idle()
const shown = () => new Promise((resolve) => { map.once('render', resolve); map.triggerRepaint() })
let count = 0
window.fill = async (boatCount, shipCount) => {
  tell(boats(boatCount), true)
  client.setQueryData(['ais-targets'], ships(shipCount, 0))
  count = boatCount
  await idle()
}
const move = (vessels) => vessels.map((vessel) => ({ ...vessel, latitudeDeg: vessel.latitudeDeg + 0.0001, longitudeDeg: vessel.longitudeDeg + 0.0001 }))
// Measure from the new places to the frame that shows them, in whichever thread: the usual way does most of it in a
// worker.
const timed = async (updates, update) => {
  for (let i = 0; i < 2; i++) await update(i)
  const from = performance.now()
  for (let i = 2; i < updates + 2; i++) await update(i)
  return (performance.now() - from) / updates
}
window.news = (updates) => { let vessels = boats(count); return timed(updates, async () => { vessels = move(vessels); tell(vessels, false); await shown() }) }
window.read = (updates, shipCount) => timed(updates, async (i) => { client.setQueryData(['ais-targets'], ships(shipCount, i * 0.001)); await idle() })
window.usual = async (updates, points, grouped) => {
  const data = (moved) => ({ type: 'FeatureCollection', features: points(moved) })
  map.addSource('usual', { type: 'geojson', data: data(0), cluster: grouped, clusterRadius: 14 })
  map.addLayer({ id: 'usual', type: 'circle', source: 'usual', paint: { 'circle-radius': 5 } })
  map.addLayer({ id: 'usual-names', type: 'symbol', source: 'usual', layout: {
    'text-field': ['coalesce', ['get', 'point_count'], ['get', 'name']], 'text-size': 12, 'text-font': ['Inter Medium', 'Inter Variable'], 'text-offset': [1, 0], 'text-anchor': 'left' } })
  const ms = await timed(updates, async (i) => { map.getSource('usual').setData(data(i * 0.0001)); await idle() })
  map.removeLayer('usual-names'); map.removeLayer('usual'); map.removeSource('usual')
  return ms
}
window.pointsOf = (things) => (moved) => things.map(({ latitudeDeg, longitudeDeg, name, cog, sog, status }) => (
  { type: 'Feature', properties: { name, cog, sog, status }, geometry: { type: 'Point', coordinates: [longitudeDeg + moved, latitudeDeg] } }))
window.usualBoats = (updates, n) => window.usual(updates, window.pointsOf(boats(n)), true)
window.usualShips = (updates, n) => window.usual(updates, window.pointsOf(ships(n, 0).data), false)
// Frames a second of a drag to and fro, as a hand does it: the map is moved in every frame.
window.drag = async (ms) => {
  let frames = 0
  const from = performance.now()
  while (performance.now() - from < ms) {
    map.panBy([frames % 60 < 30 ? 6 : -6, 0], { animate: false })
    await shown()
    frames++
  }
  return frames / ((performance.now() - from) / 1000)
}
window.zoomTo = async (zoom) => { map.jumpTo({ zoom }); await idle() }
window.ready = true
</script>`

const { page, close } = await openBenchPage(PAGE)
const ask = (script: string) => page.evaluate<number>(script)
try {
  const misses: string[] = []
  const judge = (name: string, share: number, isGood: boolean) => {
    console.log(`${name}: ${share.toFixed(2)}`)
    if (!isGood) misses.push(name)
  }
  const bare = new Map<number, number>()
  for (const zoom of [6, 9, 11]) {
    await ask(`zoomTo(${zoom})`)
    bare.set(zoom, await ask('drag(4000)'))
  }
  await ask('zoomTo(6)')
  const usualBoats = await ask(`usualBoats(${UPDATES}, ${BOATS})`)
  const usualShips = await ask(`usualShips(${UPDATES}, ${SHIPS})`)
  await ask(`fill(${BOATS}, ${SHIPS})`)
  const news = await ask(`news(${UPDATES})`)
  const read = await ask(`read(3, ${SHIPS})`)
  console.log(`${BOATS} boats: ${news.toFixed(1)} ms a second, GeoJSON ${usualBoats.toFixed(1)} ms`)
  console.log(`${SHIPS} ships: ${read.toFixed(1)} ms each ten seconds, GeoJSON ${usualShips.toFixed(1)} ms`)
  // The usual way sets both sources again each second; our way receives positions of boats each second and reads the
  // ships every ten.
  const share = (news + read / 10) / (usualBoats + usualShips)
  judge('share of an update', share, share <= GOALS.update)
  for (const [zoom, frames] of bare) {
    await ask(`zoomTo(${zoom})`)
    const own = await ask('drag(4000)')
    console.log(`zoom ${zoom}: ${own.toFixed(1)} frames a second dragged, bare ${frames.toFixed(1)}`)
    judge(`share of the frames at zoom ${zoom}`, own / frames, own / frames >= GOALS.frames)
  }
  if (misses.length > 0) process.exitCode = 1
} finally {
  await close()
  archives.close()
}
