import { expect, test } from 'vitest'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { countryFeatures } from './countryNames.ts'
import { placeFeatures } from './places.ts'

const places = placeFeatures(() => false, 12)
const minZoom = (name: string) => {
  const found = places.filter((feature) => feature.properties.name === name)
  return Math.min(...found.map((feature) => Number(feature.properties.minzoom)))
}

test('a capital shows before a town, and a town before the suburbs beside it', () => {
  expect(minZoom('Reykjavík')).toBeLessThan(minZoom('Akureyri'))
  expect(minZoom('Reykjavík')).toBeLessThan(minZoom('Kópavogur'))
  expect(minZoom('Genoa')).toBeLessThan(minZoom('Camogli'))
})

test('what a region is governed from shows before larger neighbours, wherever the shore is', () => {
  const [west, east] = [mercatorX(12.2), mercatorX(12.28)]
  const [north, south] = [mercatorY(45.55), mercatorY(45.45)]
  const mestreAtSea = placeFeatures(({ x, y }) => x > west && x < east && y > north && y < south, 12)
  for (const found of [places, mestreAtSea]) {
    const zoomOf = (name: string) =>
      found.find(({ properties }) => properties.name === name)?.properties.minzoom
    expect(zoomOf('Venice')).toBeLessThanOrEqual(6)
    expect(zoomOf('Mestre')).toBeGreaterThan(8)
  }
})

test('a city waits for a greater one beside it, not for the suburbs of both', () => {
  expect(minZoom('San Francisco')).toBe(minZoom('San Jose') + 2)
  for (const [city, suburb] of [
    ['San Francisco', 'Daly City'],
    ['Rotterdam', 'Vlaardingen'],
    ['Maputo', 'Matola'],
    ['Bergamo', 'Dalmine'],
    ['Padova', 'Abano Terme'],
  ] as const) {
    expect(minZoom(city), city).toBeLessThanOrEqual(7)
    expect(minZoom(suburb), suburb).toBeGreaterThan(minZoom(city))
  }
})

test('a place that the source knows twice has one name on the map', () => {
  expect(places.filter(({ properties }) => properties.name === 'Golfo Aranci')).toHaveLength(1)
  // And two of one name that lie apart have theirs each.
  expect(places.filter(({ properties }) => properties.name === 'Santa Cruz').length).toBeGreaterThan(5)
})

test('a small harbour on an empty coast shows early, one of the same size beside a city late', () => {
  expect(minZoom('Ísafjörður')).toBeLessThanOrEqual(7)
  expect(minZoom('Stykkishólmur')).toBeLessThanOrEqual(8)
  expect(minZoom('Procida')).toBeGreaterThan(7)
})

test('no two places of a zoom stand closer than their names are long', () => {
  const scale = 512 * 2 ** 5
  const shown = places.filter((feature) => Number(feature.properties.minzoom) <= 5)
  const clashes = shown.flatMap((a, i) =>
    shown.slice(i + 1).filter((b) => {
      if (a.kind !== 'point' || b.kind !== 'point') return true
      const letters = `${a.properties.name}${b.properties.name}`.length
      const widthPx = Math.min(110, 3.5 * letters + 16)
      return Math.abs(a.x - b.x) * scale < widthPx && Math.abs(a.y - b.y) * scale < 34
    }),
  )
  expect(shown.length).toBeGreaterThan(500)
  expect(clashes).toEqual([])
})

test('countries are named in three languages, inside the map', () => {
  const countries = countryFeatures()
  const iceland = countries.find((feature) => feature.properties.name === 'Iceland')
  expect(iceland?.properties).toMatchObject({ name_it: 'Islanda', name_is: 'Ísland' })
  const greenland = countries.find((feature) => feature.properties.name === 'Greenland')
  expect(greenland?.properties.name_is).toBe('Grænland')
  const names = countries.map((feature) => feature.properties.name)
  expect(new Set(names).size).toBe(names.length)
  expect(countries.every((f) => f.kind === 'point' && f.x >= 0 && f.x < 1 && f.y > 0 && f.y < 1)).toBe(true)
})
