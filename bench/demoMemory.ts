/**
 * `node bench/demoMemory.ts [MINUTES]`: memory of a fresh demo, started as `npm start` does on an empty directory,
 * until its figures are complete or for this many minutes. The result holds for any load: a slow machine only takes
 * longer.
 */
import { startDemoProcess } from './demoProcess.ts'

const forMs = Number(process.argv[2] ?? 30) * 60_000
const demo = startDemoProcess()
const ending = setTimeout(demo.stop, forMs)
demo.onMessage((message) => {
  console.log(`${message}: ${demo.held()}`)
  if (message === 'demo figures complete') void demo.stop()
})
await demo.ended
clearTimeout(ending)
