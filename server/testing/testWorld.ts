/** A small world file as Protomaps makes them, with a harbour and a town in it, and a server that gives parts of it. */

import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { Compression, TileType } from 'pmtiles'
import { cutTiles, WORLD } from '#basemap/cutTiles.ts'
import type { Feature } from '#basemap/feature.ts'
import { toPath } from '#basemap/path.ts'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { makeTestCertificate } from './testCertificate.ts'

/** Metres east and north of the harbour. */
type Point = readonly [east: number, north: number]
type Properties = Record<string, string | number>

/** In the middle of the harbour there is a pier; 300 m north of it lies the open sea, 300 m south the town. */
export const HARBOUR: Position = { latitudeDeg: 64.152, longitudeDeg: -21.945 }
const HALF_WIDTH_M = 2500
const METRES_A_DEGREE = 111_320

/** The layers and kinds of version 4 of https://docs.protomaps.com/basemaps/layers, as far as there are any in a harbour. */
const TEST_WORLD_LAYERS = [
  ...['boundaries', 'buildings', 'earth', 'landcover', 'landuse'],
  ...['places', 'pois', 'roads', 'water'],
]
const MAX_ZOOM = 15

export function writeTestWorld(file: string, { latitudeDeg, longitudeDeg }: Position = HARBOUR): void {
  const metresEast = METRES_A_DEGREE * Math.cos((latitudeDeg * Math.PI) / 180)
  const place = ([east, north]: Point) => ({
    x: mercatorX(longitudeDeg + east / metresEast),
    y: mercatorY(latitudeDeg + north / METRES_A_DEGREE),
  })
  const path = (points: readonly Point[], closed: boolean) =>
    toPath(
      Float64Array.from(
        points.flatMap((point) => {
          const { x, y } = place(point)
          return [x, y, Number.POSITIVE_INFINITY]
        }),
      ),
      closed,
      // Nothing is too small to be drawn.
      Number.POSITIVE_INFINITY,
    )
  const area = (layer: string, properties: Properties, points: readonly Point[]): Feature => ({
    ...{ kind: 'polygon', layer, properties, bufferUnits: 64 },
    paths: [path(ringOf(points), true)],
  })
  const line = (layer: string, properties: Properties, points: readonly Point[]): Feature => ({
    ...{ kind: 'line', layer, properties, bufferUnits: 64, paths: [path(points, false)] },
  })
  const point = (layer: string, properties: Properties, at: Point): Feature => ({
    ...{ kind: 'point', layer, properties, minZoom: 0, ...place(at) },
  })
  const writer = createPmtilesWriter(file, {
    ...{ tileType: TileType.Mvt, tileCompression: Compression.Gzip, minZoom: 0, maxZoom: MAX_ZOOM },
    bounds: [longitudeDeg - 0.1, latitudeDeg - 0.1, longitudeDeg + 0.1, latitudeDeg + 0.1],
    metadata: {
      name: 'Protomaps Basemap',
      version: '4.0.0',
      attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
      vector_layers: TEST_WORLD_LAYERS.map((id) => ({ id, fields: {} })),
    },
  })
  cutTiles(
    [...ground(area, line, point), ...harbour(area, line, point), ...town(area, line, point)],
    WORLD,
    MAX_ZOOM,
    (z, x, y, tile) => writer.add(z, x, y, tile),
  )
  writer.finish()
}

type Area = (layer: string, properties: Properties, points: readonly Point[]) => Feature
type Line = Area
type Dot = (layer: string, properties: Properties, at: Point) => Feature

/** Closed, and round in the way of outer rings, however it was written down. */
function ringOf(points: readonly Point[]): Point[] {
  const ring = [...points, points[0] as Point]
  const area = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[i + 1] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return area > 0 ? ring.reverse() : ring
}

/** The coast from west to east, with the basin of the harbour in it and its two moles before it. */
const COAST: readonly Point[] = [
  ...Array.from({ length: 22 }, (_, i): Point => {
    const east = -HALF_WIDTH_M + i * 100
    return [east, 40 * Math.sin(east / 130) + 25 * Math.sin(east / 47) + 60]
  }),
  ...([
    [-390, 150],
    [-120, 260],
    [-115, 240],
    [-370, 110],
    [-370, -260],
    [-200, -300],
    [330, -300],
    [380, -250],
  ] as const),
  ...([
    [380, 100],
    [90, 235],
    [98, 255],
    [400, 140],
  ] as const),
  ...Array.from({ length: 21 }, (_, i): Point => {
    const east = 450 + i * 102.5
    return [east, 55 * Math.sin(east / 170) + 20 * Math.sin(east / 39) + 40]
  }),
]

function ground(area: Area, line: Line, point: Dot): Feature[] {
  const edge = HALF_WIDTH_M
  const lake: Point[] = [
    [-900, -900],
    [-700, -760],
    [-520, -820],
    [-500, -1100],
    [-700, -1250],
    [-880, -1150],
  ]
  return [
    area('earth', { kind: 'earth' }, [[-edge, -edge], ...COAST, [edge, -edge]]),
    area('water', { kind: 'ocean' }, [[-edge, edge], ...COAST, [edge, edge]]),
    area('water', { kind: 'lake' }, lake),
    line('water', { kind: 'river' }, [
      [-700, -1250],
      [-650, -1700],
      [-900, -edge],
    ]),
    point('water', { kind: 'bay', name: 'Faxaflói' }, [800, 1500]),
    point('earth', { kind: 'island', name: 'Engey' }, [0, 2000]),
    line('earth', { kind: 'cliff' }, [
      [-1800, 0],
      [-1500, -80],
    ]),
    area('landcover', { kind: 'urban_area' }, [
      [-edge, -edge],
      [-edge, -300],
      [edge, -300],
      [edge, -edge],
    ]),
    line('boundaries', { kind: 'county', kind_detail: 6 }, [
      [-edge, -1800],
      [edge, -1900],
    ]),
  ]
}

function harbour(area: Area, line: Line, point: Dot): Feature[] {
  const pier = { kind: 'path', kind_detail: 'pier', min_zoom: 13 }
  const pontoons = [-280, -160, 160, 280]
  return [
    // A quay that cranes stand on, and what lies in the middle of everything.
    area('landuse', { kind: 'pier' }, [
      [-30, -300],
      [30, -300],
      [30, 40],
      [-30, 40],
    ]),
    ...pontoons.map((east) =>
      line('roads', pier, [
        [east, -280],
        [east, -40],
      ]),
    ),
    ...pontoons.flatMap((east) =>
      Array.from({ length: 8 }, (_, i) => {
        const north = -250 + i * 28
        return line('roads', pier, [
          [east - 32, north],
          [east + 32, north],
        ])
      }),
    ),
    line('roads', { kind: 'ferry' }, [
      [0, 40],
      [0, 320],
      [1400, 2200],
    ]),
    point('pois', { kind: 'marina', name: 'Reykjavíkurhöfn', min_zoom: 13 }, [160, -290]),
    point('pois', { kind: 'ferry_terminal', name: 'Ægisgarður', min_zoom: 14 }, [0, 0]),
  ]
}

function town(area: Area, line: Line, point: Dot): Feature[] {
  const streets = Array.from({ length: 14 }, (_, i) => -700 + i * 110)
  return [
    line('roads', { kind: 'highway', kind_detail: 'trunk' }, [
      [-2500, -380],
      [-400, -350],
      [500, -345],
      [2500, -420],
    ]),
    line('roads', { kind: 'major_road', kind_detail: 'primary' }, [
      [100, -345],
      [160, -1400],
      [400, -2500],
    ]),
    line('roads', { kind: 'rail', kind_detail: 'rail' }, [
      [-2500, -1500],
      [2500, -1350],
    ]),
    line('roads', { kind: 'path', kind_detail: 'footway' }, [
      [-950, -880],
      [-690, -720],
      [-480, -800],
    ]),
    line('roads', { kind: 'major_road', kind_detail: 'secondary', is_tunnel: 'true' }, [
      [480, -345],
      [480, 900],
    ]),
    line('roads', { kind: 'other', kind_detail: 'runway' }, [
      [-2300, -1900],
      [-1200, -2300],
    ]),
    ...streets.map((east) =>
      line('roads', { kind: 'minor_road', kind_detail: 'residential' }, [
        [east, -360],
        [east + 60, -1300],
      ]),
    ),
    ...[-520, -690, -860, -1030, -1200].map((north) =>
      line('roads', { kind: 'minor_road', kind_detail: 'residential' }, [
        [-460, north],
        [800, north - 20],
      ]),
    ),
    area('landuse', { kind: 'park' }, [
      [-1000, -1300],
      [-1000, -700],
      [-470, -700],
      [-470, -1300],
    ]),
    area('landuse', { kind: 'industrial' }, [
      [420, -330],
      [420, 0],
      [900, 0],
      [900, -330],
    ]),
    ...streets.slice(3).flatMap((east) =>
      [-430, -600, -770, -940, -1110].map((north) =>
        area('buildings', { kind: 'building', height: 9 }, [
          [east + 18, north],
          [east + 80, north],
          [east + 80, north - 60],
          [east + 18, north - 60],
        ]),
      ),
    ),
    ...[-220, -100, 20].map((east) =>
      area('buildings', { kind: 'building', height: 12 }, [
        [east, -310],
        [east + 90, -310],
        [east + 90, -335],
        [east, -335],
      ]),
    ),
    point('buildings', { kind: 'address', addr_housenumber: '7' }, [60, -450]),
    point('places', { kind: 'locality', kind_detail: 'city', name: 'Reykjavík', min_zoom: 5 }, [100, -900]),
    point('places', { kind: 'neighbourhood', name: 'Grandi', min_zoom: 13 }, [-900, -250]),
  ]
}

export interface WorldServer {
  url: string
  /** Bytes that it sent, and how many answers. */
  sent: { bytes: number; answers: number }
  /** Breaks connections after so many more bytes; then the server no longer answers. */
  breakAfter(bytes: number): void
  mend(): void
  /** Gives another file from now on, with another version mark. */
  replace(): void
  /** As a server does that was never taught ranges. */
  giveWhole(): void
  close(): Promise<void>
}

export async function serveWorld(file: string): Promise<WorldServer> {
  const server = createServer()
  const world = answerAsWorld(server, file)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...world,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`,
    close: () => closed(server),
  }
}

/** Server of the daily builds of Protomaps on this machine; `env` points programs to it. */
export interface BuildsServer extends Omit<WorldServer, 'url'> {
  env: Record<string, string>
  /** Paths of the builds that there are: /20260101.pmtiles. */
  there: Set<string>
  /** Paths that were asked for. */
  asked: string[]
}

/** As https://build.protomaps.com, each build the same file; `folder` takes its certificate, which openssl makes. */
export async function serveBuilds(file: string, folder: string): Promise<BuildsServer> {
  const { cert, key } = makeTestCertificate(folder, 'build.protomaps.com')
  const server = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) })
  const there = new Set<string>()
  const asked: string[] = []
  const world = answerAsWorld(server, file, (path) => {
    asked.push(path)
    return there.has(path)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A client with a proxy asks it for a connection to any host.
  const proxy = createServer().on('connect', (_request, near) => {
    const far = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n')
      far.pipe(near).pipe(far)
    })
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    ...world,
    ...{ there, asked, env: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY, NODE_EXTRA_CA_CERTS: cert } },
    async close() {
      await closed(server)
      await closed(proxy)
    },
  }
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

function answerAsWorld(server: Server, file: string, isThere: (path: string) => boolean = () => true) {
  const sent = { bytes: 0, answers: 0 }
  let left = Number.POSITIVE_INFINITY
  let version = 1
  let isWhole = false
  server.on('request', (request, response) => {
    if (!isThere(request.url ?? '')) return void response.writeHead(404).end()
    const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number)
    const size = statSync(file).size
    const bytes = readFileSync(file).subarray(from, to + 1)
    left -= bytes.length
    if (left < 0) return void request.socket.destroy()
    sent.bytes += bytes.length
    sent.answers++
    if (isWhole) return void response.writeHead(200).end(readFileSync(file))
    response
      .writeHead(206, {
        etag: `"${version}"`,
        'content-length': bytes.length,
        'content-range': `bytes ${from}-${from + bytes.length - 1}/${size}`,
      })
      .end(bytes)
  })
  return {
    sent,
    breakAfter(bytes: number) {
      left = bytes
    },
    mend() {
      left = Number.POSITIVE_INFINITY
      isWhole = false
    },
    replace() {
      version++
    },
    giveWhole() {
      isWhole = true
    },
  }
}
