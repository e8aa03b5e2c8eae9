import { Worker } from 'node:worker_threads'
import type { findPlaces as endpoint } from '#contract/wire/area.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'

export type FoundPlace = OutputOf<typeof endpoint>['data'][number]

let before: Promise<unknown> = Promise.resolve()

/**
 * Towns whose names begin with these letters, the largest first. The list of all places takes 40 MB and half a second
 * to read. Because users seldom search, a thread reads it and ends with it, one search after the other.
 */
export function findPlaces(name: string): Promise<FoundPlace[]> {
  const found = before.then(() => onThread(name))
  before = found.catch(() => undefined)
  return found
}

const onThread = (name: string) =>
  new Promise<FoundPlace[]>((resolve, reject) => {
    const worker = new Worker(new URL('./findPlacesWorker.ts', import.meta.url), { workerData: name })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the list of places was not read')))
  })
