/** Every endpoint of the console, by noun. */
import { requestCodeRoute } from './auth/requestCode.ts'
import { verifyCodeRoute } from './auth/verifyCode.ts'
import { listCaptainsRoute } from './captains/listCaptains.ts'
import { listDepartmentsRoute } from './departments/listDepartments.ts'
import { fetchPathsRoute } from './fetcher/fetchPaths.ts'
import { fetchTimeSeriesRoute } from './fetcher/fetchTimeSeries.ts'
import { fetchVesselStatusRoute } from './fetcher/fetchVesselStatus.ts'
import { getFieldsBibleRoute } from './holy-books/getFieldsBible.ts'
import { getOrganizationRoute } from './organization/getOrganization.ts'
import { updateLastLoginRoute } from './organization/updateLastLogin.ts'
import { listRoleOptionsRoute } from './roles/listRoleOptions.ts'
import { getSensorRoute } from './sensors/getSensor.ts'
import { updateSensorRoute } from './sensors/updateSensor.ts'
import type { Route } from './serve.ts'
import { createFirstAdminRoute } from './setup/createFirstAdmin.ts'
import { getSetupRoute } from './setup/getSetup.ts'
import { fetchImpactReportRoute } from './trips/fetchImpactReport.ts'
import { getTripRoute } from './trips/getTrip.ts'
import { listLiveTripsRoute } from './trips/listLiveTrips.ts'
import { listTripSensorsRoute } from './trips/listTripSensors.ts'
import { listTripsRoute } from './trips/listTrips.ts'
import { updateTripRoute } from './trips/updateTrip.ts'
import { getMeRoute } from './users/getMe.ts'
import { getVesselRoute } from './vessels/getVessel.ts'
import { getVesselLocationRoute } from './vessels/getVesselLocation.ts'
import { listMapVesselsRoute } from './vessels/listMapVessels.ts'
import { listRejectedRoute } from './vessels/listRejected.ts'
import { listVesselSensorsRoute } from './vessels/listVesselSensors.ts'
import { listVesselsRoute } from './vessels/listVessels.ts'

export const ROUTES: readonly Route[] = [
  requestCodeRoute,
  verifyCodeRoute,
  getSetupRoute,
  createFirstAdminRoute,
  getMeRoute,
  listDepartmentsRoute,
  getOrganizationRoute,
  updateLastLoginRoute,
  listRoleOptionsRoute,
  getFieldsBibleRoute,
  listMapVesselsRoute,
  listVesselsRoute,
  getVesselRoute,
  getVesselLocationRoute,
  listRejectedRoute,
  listTripsRoute,
  listLiveTripsRoute,
  getTripRoute,
  updateTripRoute,
  listCaptainsRoute,
  fetchImpactReportRoute,
  listTripSensorsRoute,
  listVesselSensorsRoute,
  getSensorRoute,
  updateSensorRoute,
  fetchTimeSeriesRoute,
  fetchPathsRoute,
  fetchVesselStatusRoute,
]
