import { queryOptions } from '@tanstack/react-query'
import {
  createVessel as create,
  getVessel,
  getVesselStatistics,
  type IgnoredFuelPeriod,
  deleteVessel as remove,
  removeVesselImage,
  updateVessel as update,
  uploadVesselImage,
  type VesselEdit,
  type VesselForm,
} from '#contract/wire/vessel.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

export const vesselQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessels', 'one', id],
    queryFn: ({ signal }) => call(getVessel, { params: { id }, signal }),
    meta: { errorMessage: 'error.vessel' },
  })

/** Cached with the trips, because a change of a trip changes the figures. */
export const vesselStatisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['trips', 'vessel-figures', id],
    queryFn: ({ signal }) => call(getVesselStatistics, { params: { id }, signal }),
  })

/** A data URL replaces the picture, null removes it, undefined leaves it. */
export type StagedPicture = string | null | undefined

export const createVessel = ({ picture, ...form }: VesselForm & { picture: StagedPicture }) =>
  call(create, { body: picture ? { ...form, vessel_picture: picture } : form })
export const deleteVessel = (id: string) => call(remove, { params: { id } })
export const readVesselAgain = (id: string) => queryClient.fetchQuery({ ...vesselQuery(id), staleTime: 0 })
export const editVessel = (id: string, body: VesselEdit & { expected?: Record<string, unknown> }) =>
  call(update, { params: { id }, body })

/** Replaces the list of ignored periods; throws a conflict when another user changed the list since `before`. */
export const editIgnoredPeriods = (
  vesselId: string,
  next: IgnoredFuelPeriod[],
  before: IgnoredFuelPeriod[],
) =>
  editVessel(vesselId, { ignored_fuel_data_periods: next, expected: { ignored_fuel_data_periods: before } })

export async function updateVessel(
  id: string,
  { picture, ...body }: Parameters<typeof editVessel>[1] & { picture: StagedPicture },
) {
  const vessel = await editVessel(id, body)
  if (picture === undefined) return vessel
  return picture === null
    ? call(removeVesselImage, { params: { id } })
    : call(uploadVesselImage, { params: { id }, body: { encoded_picture: picture } })
}
