import { describe } from 'vitest'
import { busCases } from '#server/testing/busCases.ts'
import { inProcessBus } from './bus.ts'

describe('the bus of one process', () =>
  busCases(async () => {
    const errors: unknown[] = []
    const bus = inProcessBus((error) => errors.push(error))
    return { publisher: bus, subscriber: bus, errors, close: async () => undefined }
  }))
