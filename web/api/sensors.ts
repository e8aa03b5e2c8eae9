import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { MINUTE_MS } from '#contract/domain/time.ts'
import {
  getSensor,
  listTripSensors,
  listVesselSensors,
  type SensorChange,
  updateSensor,
} from '#contract/wire/sensor.ts'
import {
  addSensorMounting,
  type Direction,
  listSensorMountings,
  measureLevelling,
  removeSensorMounting,
  type SensorMountingForm,
} from '#contract/wire/sensorMounting.ts'
import { call } from './call.ts'

/** Motion sensors that have data in a trip. */
export const tripSensorsQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trip-sensors', tripId],
    queryFn: async ({ signal }) => (await call(listTripSensors, { params: { id: tripId }, signal })).data,
  })

export const vesselSensorsQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['sensors', 'vessel', vesselId],
    queryFn: async ({ signal }) => (await call(listVesselSensors, { params: { id: vesselId }, signal })).data,
    meta: { errorMessage: 'sensorPage.failed' },
  })

export const sensorQuery = (id: string) =>
  queryOptions({
    queryKey: ['sensors', 'one', id],
    queryFn: ({ signal }) => call(getSensor, { params: { id }, signal }),
    staleTime: 5 * MINUTE_MS,
    meta: { errorMessage: 'sensorPage.failed' },
  })

export const changeSensor = (id: string, body: z.input<typeof SensorChange>) =>
  call(updateSensor, { params: { id }, body: body as z.output<typeof SensorChange> })

export const mountingsQuery = (sensorId: string) =>
  queryOptions({
    queryKey: ['sensors', 'mountings', sensorId],
    queryFn: async ({ signal }) =>
      (await call(listSensorMountings, { params: { id: sensorId }, signal })).data,
    meta: { errorMessage: 'sensorPage.failed' },
  })

export const mountSensor = (id: string, body: z.output<typeof SensorMountingForm>) =>
  call(addSensorMounting, { params: { id }, body })

export const unmountSensor = (id: string, mountingId: string) =>
  call(removeSensorMounting, { params: { id, mountingId } })

/** Measures the minute that starts at `level_from`, or the newest minute at rest when null. */
export const measureRest = (
  id: string,
  { level_from, ...axes }: { level_from: string | null; x_axis: Direction; z_axis: Direction },
) => call(measureLevelling, { params: { id }, query: level_from === null ? axes : { ...axes, level_from } })
