/** Kills its process when a job breaks a limit, or when the server is gone. */
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const { megabytes, parent } = workerData as { megabytes: number; parent: number }

/** Between two looks, ms. A decompressor fills some 10 MB in that time. */
const LOOK_EVERY_MS = 25

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor time of this process at which its job has to be done, s. */
let until = Number.POSITIVE_INFINITY
parentPort?.on('message', (seconds: number) => {
  until = cpuSeconds() + seconds
})

setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * 1e6) kill(`it took more than ${megabytes} MB`)
  else if (cpuSeconds() > until) kill('it worked for too long')
  else if (process.ppid !== parent) kill('the server is gone')
}, LOOK_EVERY_MS)

/** The thread of the jobs may be inside native code that never returns, so only a signal ends it. */
function kill(why: string): void {
  try {
    writeSync(2, why)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
