/**
 * `node bench/demoMemory.ts [MINUTES]`: what the process of a fresh demo holds, started as `npm start` does, on an empty
 * directory, until its figures are complete or for so many minutes. Holds for any load: a slow machine only takes longer.
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
