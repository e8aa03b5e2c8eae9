import { queryOptions } from '@tanstack/react-query'
import { listTripSensors } from '#contract/sensor.ts'
import { call } from './call.ts'

/** The motion sensors that have data in a trip. */
export const tripSensorsQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trip-sensors', tripId],
    queryFn: async ({ signal }) => (await call(listTripSensors, { params: { id: tripId }, signal })).data,
  })
