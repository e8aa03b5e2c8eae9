import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { getExpectedBack, setExpectedBack } from '#contract/wire/board.ts'
import { call } from './call.ts'

/** When a boat that is out is expected back; null without an expectation. */
export const expectedBackQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'expected-back', id],
    queryFn: async ({ signal }) => (await call(getExpectedBack, { params: { id }, signal })).expected_back,
    refetchInterval: MINUTE_MS,
  })

export const expectBack = (id: string, expected_back: string | null) =>
  call(setExpectedBack, { params: { id }, body: { expected_back } })
