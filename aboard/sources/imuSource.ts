import { blockEnd } from '#protocols/imuFrame.ts'
import { Intake } from './intake.ts'
import { keepOpen } from './keepOpen.ts'
import { socketLink } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'

/** Motion frames of a program on this computer, which listens at a UNIX socket. */
export const imuKind: SourceKind = {
  example: 'imu:///run/imu.sock',
  does: 'Motion frames of Taffrail (docs/imu-frame.md) from a UNIX socket of this computer.',
  open({ text, path }, { emit, log, timing }) {
    if (path === '') throw new Error(`${text} names no socket`)
    return keepOpen(
      text,
      (link) => {
        const reader = new MotionReader(link.intake)
        return socketLink(link, { path }, (chunk) => reader.read(chunk))
      },
      new Intake(emit),
      log,
      timing,
    )
  },
}

/** Cuts a stream into motion blocks, each of which is one message. Bytes between blocks are skipped. */
class MotionReader {
  readonly #intake: Intake
  #rest: Uint8Array = new Uint8Array()

  constructor(intake: Intake) {
    this.#intake = intake
  }

  read(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let from = 0
    for (;;) {
      const block = blockEnd(bytes, from)
      if (!block) break
      if (block.isBlock) this.#intake.take('imu', bytes.subarray(from, block.end))
      else this.#intake.unknown++
      from = block.end
    }
    this.#rest = new Uint8Array(bytes.subarray(from))
  }
}
