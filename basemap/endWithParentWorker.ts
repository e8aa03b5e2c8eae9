/** Run as a thread: ends its process once the parent, whose id it is given, is no more. */
import { workerData } from 'node:worker_threads'

const LOOK_EVERY_MS = 500

setInterval(() => {
  // An orphaned process is adopted by another parent, so a changed parent id means that the parent died.
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
