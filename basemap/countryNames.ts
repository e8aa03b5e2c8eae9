import type { Feature } from './feature.ts'
import { type Country, countries } from './naturalEarth.ts'
import { at, type Path, STRIDE } from './path.ts'
import { inhabitedPlaces, type Place } from './places.ts'
import { ringPath, worldCopies } from './worldPaths.ts'

/** Country names in English, Italian and Icelandic as points of layer `country`, each well inside its largest part. */
export function countryFeatures(): Feature[] {
  const outlined = countries().flatMap(outline)
  const codes = countryCodes(outlined)
  return outlined.map(({ name, largest }): Feature => {
    const code = codes.get(name)
    const named = (language: string) => (code && regionName(language, code)) || name
    const [x, y] = innermostPoint(largest)
    const minZoom = minZoomOf(largest)
    const properties = { name: named('en'), name_it: named('it'), name_is: named('is'), minzoom: minZoom }
    return { layer: 'country', kind: 'point', x, y, minZoom, properties }
  })
}

type Outlined = { name: string; largest: Path; parts: Path[] }

function outline({ name, polygons }: Country): Outlined[] {
  const parts = polygons
    .map(([outer]) => ringPath(outer ?? []))
    .flatMap((ring) => worldCopies(ring))
    .sort((a, b) => b.area - a.area)
  const [largest] = parts
  return largest ? [{ name, largest, parts }] : []
}

/** So many of a country's largest places stand for it: enough that some lie inside an outline drawn at 1:50 million. */
const PLACES_A_COUNTRY = 20

/**
 * ISO codes by Natural Earth's name, since the atlas itself has only numbers: each code goes to the outline that most
 * places of that country lie in.
 */
function countryCodes(outlined: Outlined[]): Map<string, string> {
  const codes = new Map<string, string>()
  const places = Map.groupBy(inhabitedPlaces(), ({ country }) => country)
  // Countries of many places choose first: those of Lesotho and the Vatican lie within the outer ring around them too.
  const byPlaces = [...places].sort(([, a], [, b]) => b.length - a.length)
  for (const [code, places] of byPlaces) {
    const largest = places.sort((a, b) => b.population - a.population).slice(0, PLACES_A_COUNTRY)
    const within = ({ parts }: Outlined) =>
      largest.filter((place) => parts.some((part) => contains(part, place))).length
    let most = 0
    let home: string | undefined
    for (const country of outlined) {
      const count = codes.has(country.name) ? 0 : within(country)
      if (count > most) {
        most = count
        home = country.name
      }
    }
    if (home) codes.set(home, code)
  }
  return codes
}

const regionName = (language: string, code: string) =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)

/** A country is named from the zoom on where its largest part is some 80 pixels across. */
function minZoomOf(largest: Path): number {
  const zoom = Math.ceil(Math.log2(80 / (512 * Math.sqrt(largest.area))))
  return Math.max(1, Math.min(8, zoom))
}

/** Candidates along each side of the grid that `innermostPoint` tries. */
const GRID = 24

/**
 * Returns the point inside the ring that is farthest from the outline, among those of a grid. Room to either side
 * counts double.
 */
function innermostPoint(ring: Path): [x: number, y: number] {
  let best: [number, number] = [(ring.minX + ring.maxX) / 2, (ring.minY + ring.maxY) / 2]
  let bestSquared = -1
  for (let i = 1; i < GRID; i++) {
    for (let j = 1; j < GRID; j++) {
      const x = ring.minX + ((ring.maxX - ring.minX) * i) / GRID
      const y = ring.minY + ((ring.maxY - ring.minY) * j) / GRID
      const squared = clearanceSquared(ring, x, y, bestSquared)
      if (squared > bestSquared && contains(ring, { x, y })) {
        best = [x, y]
        bestSquared = squared
      }
    }
  }
  return [best[0] - Math.floor(best[0]), best[1]]
}

/** Squared distance to the outline; stops early once it is no more than `enough`. */
function clearanceSquared({ vertices }: Path, x: number, y: number, enough: number): number {
  let least = Infinity
  for (let i = 0; i < vertices.length && least > enough; i += STRIDE) {
    least = Math.min(least, ((at(vertices, i) - x) / 2) ** 2 + (at(vertices, i + 1) - y) ** 2)
  }
  return least
}

/** Whether a ray to the east crosses the ring an odd number of times. */
function contains({ vertices, minX, minY, maxX, maxY }: Path, { x, y }: Pick<Place, 'x' | 'y'>): boolean {
  if (x < minX || x > maxX || y < minY || y > maxY) return false
  let inside = false
  for (let i = STRIDE; i < vertices.length; i += STRIDE) {
    const ay = at(vertices, i - 2)
    const by = at(vertices, i + 1)
    if (ay > y === by > y) continue
    const ax = at(vertices, i - 3)
    const bx = at(vertices, i)
    if (x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
  }
  return inside
}
