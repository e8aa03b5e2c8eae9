import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { giveWay, noteCall } from '#server/platform/giveWay.ts'
import { duringWork, type Work } from '#server/platform/organizationAtWork.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { openTurns, type Turn } from '#server/platform/turns.ts'

/** Waiting calls of an organization. A page of the console has ten, so two hundred people who open one at once fit. */
const MOST_WAITING = 2000

export interface CallTurns {
  /** Resolves when it is the turn of the call's organization. The turn ends when the answer leaves. */
  take(request: FastifyRequest): Promise<void>
}

/**
 * One thread answers all calls, so those of one organization take turns: a call of another organization shares the thread
 * with `atOnce` of them. Calls that wait for other threads or machines (`elsewhere`) do not count meanwhile.
 */
export function openCallTurns(app: FastifyInstance, atOnce: number, shares?: OrganizationShares): CallTurns {
  const turns = openTurns({
    ...{ size: Number.POSITIVE_INFINITY, mostOfOne: atOnce, mostWaiting: MOST_WAITING },
    shares,
  })
  const calls = new WeakMap<FastifyRequest, CallWork>()
  app.addHook('onRequest', (request, reply, done) => {
    const call = new CallWork()
    calls.set(request, call)
    // Nobody waits for the answer any more.
    reply.raw.once('close', () => call.end())
    duringWork(call, done)
  })
  // Reading the body leaves the context of the first hook.
  app.addHook('preHandler', (request, _reply, done) => duringWork(calls.get(request) as Work, done))
  app.addHook('onSend', async (request) => calls.get(request)?.end())
  return {
    async take(request) {
      const call = calls.get(request)
      if (!call) return
      if (call.organizationId !== null) shares?.noteCall(call.organizationId)
      call.begin(await turns.take(call.organizationId))
      await giveWay()
    },
  }
}

class CallWork implements Work {
  organizationId: string | null = null
  isPrompt = false
  #turn: Turn | null = null
  #isOver = false
  #forget: (() => void) | null = null
  /** Waits of the call for other threads, some of them beside each other. */
  #waits = 0

  begin(turn: Turn) {
    if (this.#isOver) {
      turn.end()
      throw new Problem('unavailable')
    }
    this.#turn = turn
    this.isPrompt = !turn.isCrowded
    this.#note()
  }

  #note() {
    if (this.isPrompt && this.organizationId !== null) this.#forget = noteCall(this.organizationId)
  }

  #rest() {
    this.#forget?.()
    this.#forget = null
  }

  pause() {
    if (this.#waits++ > 0) return
    this.#turn?.pause()
    this.#rest()
  }

  goOn() {
    if (--this.#waits > 0 || this.#isOver) return
    this.#turn?.goOn()
    this.#note()
  }

  end() {
    this.#isOver = true
    this.#turn?.end()
    this.#rest()
  }
}
