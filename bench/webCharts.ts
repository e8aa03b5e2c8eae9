/**
 * `node bench/webCharts.ts`: time of a plot from the answers of the server to the picture: twenty series of 500
 * points, each with its band from minimum to maximum, in one pane or in one for each unit. It counts the work of the
 * main thread, React and the drawing included. Needs Chromium; without a graphics card the drawing is done in
 * software.
 */
import { openBenchPage } from './benchPage.ts'

const GOAL_MS = 100
const TIMES = 10

/** Fields of a plot with one unit, and of one with as many units as the catalogue has. */
const CHARTS = {
  'in one pane': Array.from({ length: 20 }, (_, index) => `engine_speed_${index + 1}`),
  'in eleven panes': [
    ...['sog', 'rog', 'eco_sog', 'stw', 'cog', 'heading', 'impact', 'impact_1', 'impact_2', 'euler_x_1'],
    ...['euler_y_1', 'engine_speed_1', 'engine_speed_2', 'oil_pressure_1', 'coolant_temperature_1'],
    ...['fuel_rate', 'wind_speed', 'wave_height', 'battery_voltage_1', 'engine_load_1'],
  ],
}

const PAGE = `<!doctype html><div id="chart" style="width:1100px"></div><script type="module">
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { chosenSeries, requestFields } from '/charts/chosenSeries.ts'
import { PaneStack } from '/charts/PaneStack.tsx'
import { buildPanes } from '/charts/pane.ts'
import { createLinkedCursor } from '/charts/linkedCursor.ts'
import { createTimeRange } from '/charts/timeRange.ts'
import { completeWords, startI18n } from '/i18n/i18n.ts'
import '/ui/base.css'
await startI18n()
await completeWords()
const POINTS = 500
const answers = (fields) => requestFields(chosenSeries(fields, String)).map(({ field, aggregation }, row) => ({
  field, aggregation, unit: '', unique_id: '', device_number: 0, instance: 0,
  series: Array.from({ length: POINTS }, (_, i) => ({ time: i * 60000,
    value: row + 10 + Math.sin((i + row) / 9) + ({ min: -1, avg: 0, max: 1 })[aggregation] * (1 + Math.sin(i * 7)) })),
}))
const range = createTimeRange([0, POINTS * 60000])
const cursor = createLinkedCursor()
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const holder = document.getElementById('chart')
window.draw = async (fields, times) => {
  const entries = answers(fields)
  const root = createRoot(holder)
  const show = (panes) => flushSync(() => root.render(createElement(MantineProvider, null,
    createElement(PaneStack, { label: 'Chart', panes, stepMs: 60000, cursor, range, even: true, wheelScrolls: true }))))
  const took = []
  show([])
  // The stack learns its width first.
  for (let i = 0; i < 10; i++) await frame()
  for (let i = 0; i <= times; i++) {
    show([])
    await frame(); await frame()
    await window.mark()
    show(buildPanes(entries, chosenSeries(fields, String), 60000))
    await frame(); await frame()
    took.push(await window.mark())
  }
  const canvases = holder.querySelectorAll('canvas').length
  root.unmount()
  return { canvases, ms: took.slice(1).sort((a, b) => a - b)[times >> 1] }
}
window.ready = true
</script>`

const { page, close } = await openBenchPage(PAGE)
try {
  for (const [name, fields] of Object.entries(CHARTS)) {
    const { ms, canvases } = await page.evaluate<{ ms: number; canvases: number }>(
      `draw(${JSON.stringify(fields)}, ${TIMES})`,
    )
    console.log(`20 series of 500 points ${name} (${canvases}): ${ms.toFixed(0)} ms, goal ${GOAL_MS} ms`)
    if (canvases === 0 || ms > GOAL_MS) process.exitCode = 1
  }
} finally {
  await close()
}
