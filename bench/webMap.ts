/**
 * `node bench/webMap.ts`: cost of a second of the fleet on the map. The same vessels move once a second. The console's
 * own layer draws them, and for comparison the usual way, a GeoJSON source of MapLibre with a circle layer. It counts
 * the work of the main thread per update, from the new positions to the frame that shows them. The worker that cuts
 * GeoJSON into tiles works in parallel and is not counted. Then 1,000 vessels move while the forecast of the sea plays over a
 * grid of 1,000 points: the time of a frame with and without it. Needs Chromium; without a graphics card the drawing is done
 * in software.
 */
import { openBenchPage } from './benchPage.ts'

const FLEETS = [1000, 10_000] as const
const UPDATES = 20
const FRAMES = 40
/** Goal: at most a quarter of the usual way's work. */
const GOAL = 0.25
/** Goal: with the sea a frame takes at most so many times as long. */
const SEA_GOAL = 3

const PAGE = `<!doctype html><div id="map" style="width:512px;height:512px"></div><script type="module">
import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { createVesselBuffer } from '/map/vesselBuffer.ts'
import { createVesselGroups } from '/map/vesselGroups.ts'
import { createSeaLayer } from '/sea/seaLayer.ts'
import { seaRamp } from '/sea/seaColours.ts'
import { createVesselLayer } from '/map/drawVessels.ts'
maplibregl.setWorkerUrl(workerUrl)
const style = { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#0A1521' } }] }
const map = new maplibregl.Map({ container: 'map', style, center: [-20, 62], zoom: 4, attributionControl: false })
await map.once('load')
const colours = { fill: '#5AA2FF', edge: '#04101C', absentFill: '#0A1521', absentEdge: '#A9BACB', selected: '#38C6E0' }
const fleet = (count) => Array.from({ length: count }, (_, i) => ({
  id: String(i), name: 'Boat ' + i, status: i % 2 ? 'sailing' : 'online', latitudeDeg: 55 + (i * 7919 % 1400) / 100, longitudeDeg: -30 + (i * 104729 % 2000) / 100,
  cog: i % 360, sog: i % 30 }))
const move = (vessels) => vessels.map((vessel) => ({ ...vessel, latitudeDeg: vessel.latitudeDeg + 0.0001, longitudeDeg: vessel.longitudeDeg + 0.0001, cog: (vessel.cog + 1) % 360 }))
const shown = () => new Promise((resolve) => { map.once('render', resolve); map.triggerRepaint() })
window.layer = async (count, updates) => {
  const buffer = createVesselBuffer()
  map.addLayer(createVesselLayer({ vessels: buffer, groups: createVesselGroups(buffer), colours, selected: () => -1, nowMs: () => performance.now() }))
  return run(count, updates, async (vessels) => {
    const now = performance.now()
    for (const vessel of vessels) buffer.put(vessel, now, true)
    await shown()
  }, () => map.removeLayer('vessels'))
}
window.geojson = async (count, updates) => {
  const toGeo = (vessels) => ({ type: 'FeatureCollection', features: vessels.map(({ id, name, latitudeDeg, longitudeDeg, cog, sog, status }) => (
    { type: 'Feature', properties: { id, name, cog, sog, status }, geometry: { type: 'Point', coordinates: [longitudeDeg, latitudeDeg] } })) })
  map.addSource('fleet', { type: 'geojson', data: toGeo([]) })
  map.addLayer({ id: 'fleet', type: 'circle', source: 'fleet', paint: { 'circle-radius': 5.5, 'circle-color': colours.fill } })
  return run(count, updates, async (vessels) => {
    map.getSource('fleet').setData(toGeo(vessels))
    await map.once('idle')
  }, () => { map.removeLayer('fleet'); map.removeSource('fleet') })
}
const grid = { version: 'a', fetched_at: '', start_time: '2026-06-18T00:00:00Z', step_s: 10800, steps: 49, step_deg: 0.5,
  patches: [{ south: 55, west: -30, rows: 25, columns: 40 }] }
const smooth = (most) => Float32Array.from({ length: 49 * 1000 }, (_, i) => most * (0.5 + 0.5 * Math.sin(i / 40)))
const values = { wind_speed: smooth(25), wind_direction: smooth(360), wave_height: smooth(6), wave_direction: smooth(360), wave_period: smooth(9),
  current_speed: smooth(2), current_direction: smooth(360) }
window.sea = async (count, frames, isOn) => {
  const buffer = createVesselBuffer()
  let step = 0
  if (isOn) map.addLayer(createSeaLayer({ grid, values, kind: 'wind', ramp: seaRamp('dark'), ink: '#EAF1F8', halo: '#0A1521', step: () => step }))
  map.addLayer(createVesselLayer({ vessels: buffer, groups: createVesselGroups(buffer), colours, selected: () => -1, nowMs: () => performance.now() }))
  const now = performance.now()
  for (const vessel of fleet(count)) buffer.put(vessel, now, true)
  let ms = 0
  for (let i = -3; i < frames; i++) {
    step = (step + 0.04) % 48
    const begun = performance.now()
    await shown()
    // Reading a pixel waits for the graphics card.
    map.painter.context.gl.readPixels(0, 0, 1, 1, 6408, 5121, new Uint8Array(4))
    if (i >= 0) ms += performance.now() - begun
  }
  map.removeLayer('vessels')
  if (isOn) map.removeLayer('sea-forecast')
  return ms / frames
}
async function run(count, updates, update, end) {
  let vessels = fleet(count)
  for (let i = 0; i < 3; i++) { vessels = move(vessels); await update(vessels) }
  await window.mark()
  for (let i = 0; i < updates; i++) { vessels = move(vessels); await update(vessels) }
  const ms = await window.mark()
  end()
  return ms / updates
}
window.ready = true
</script>`

const { page, close } = await openBenchPage(PAGE)
try {
  for (const count of FLEETS) {
    const own = await page.evaluate<number>(`layer(${count}, ${UPDATES})`)
    const usual = await page.evaluate<number>(`geojson(${count}, ${UPDATES})`)
    const share = own / usual
    console.log(
      `${count} vessels: ${own.toFixed(1)} ms an update, GeoJSON ${usual.toFixed(1)} ms, share ${share.toFixed(2)}`,
    )
    if (count === 10_000 && share > GOAL) process.exitCode = 1
  }
  const without = await page.evaluate<number>(`sea(${FLEETS[0]}, ${FRAMES}, false)`)
  const playing = await page.evaluate<number>(`sea(${FLEETS[0]}, ${FRAMES}, true)`)
  console.log(
    `${FLEETS[0]} vessels: a frame takes ${playing.toFixed(1)} ms while the sea plays, ${without.toFixed(1)} ms without it`,
  )
  if (playing / without > SEA_GOAL) process.exitCode = 1
} finally {
  await close()
}
