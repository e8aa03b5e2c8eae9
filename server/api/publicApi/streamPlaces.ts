import { randomUUID } from 'node:crypto'
import { countStreams, endStream, type OpenStream, renewStreams } from '#server/records/openStreams.ts'
import type { Services } from '../serve.ts'

/** Streams of a process that died count for so long. */
const KEPT_MS = 10_000
const KEEP_EVERY_MS = 3000

export interface StreamPlaces {
  /** Null where the organization has as many open as it may, wherever they are. */
  take(organizationId: string): Promise<{ leave(): void } | null>
  close(): void
}

export function streamPlaces(
  { db, background }: Pick<Services, 'db' | 'background'>,
  most: number,
): StreamPlaces {
  const held = new Set<OpenStream>()
  let isKeeping = false
  const timer = setInterval(() => {
    if (isKeeping || held.size === 0) return
    isKeeping = true
    background.run('keeping streams counted', () =>
      renewStreams(db, [...held], KEPT_MS).finally(() => {
        isKeeping = false
      }),
    )
  }, KEEP_EVERY_MS).unref()

  return {
    async take(organizationId) {
      const stream = { id: randomUUID(), organizationId }
      // Counted before the check, so that no call of a burst exceeds the limit.
      await renewStreams(db, [stream], KEPT_MS)
      if ((await countStreams(db, organizationId)) > most) {
        await endStream(db, stream.id)
        return null
      }
      held.add(stream)
      return {
        leave() {
          if (held.delete(stream)) background.run('counting a stream no more', () => endStream(db, stream.id))
        },
      }
    },
    close: () => clearInterval(timer),
  }
}
