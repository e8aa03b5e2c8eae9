/** Every endpoint of the console, by noun. */

import { acknowledgeAlertRoute } from './alerts/acknowledgeAlert.ts'
import {
  assignAlertRoute,
  commentAlertRoute,
  getAlertCaseRoute,
  silenceAlertRoute,
} from './alerts/caseRoutes.ts'
import { getAlertRoute } from './alerts/getAlert.ts'
import { listAlertsRoute } from './alerts/listAlerts.ts'
import { createApiKeyRoute } from './apiKeys/createApiKey.ts'
import { deleteApiKeyRoute } from './apiKeys/deleteApiKey.ts'
import { getApiUsageRoute } from './apiKeys/getApiUsage.ts'
import { listApiKeysRoute } from './apiKeys/listApiKeys.ts'
import { updateApiKeyRoute } from './apiKeys/updateApiKey.ts'
import { listAuditRoute } from './audit/listAudit.ts'
import { requestCodeRoute } from './auth/requestCode.ts'
import { verifyCodeRoute } from './auth/verifyCode.ts'
import {
  findPlacesRoute,
  keepAreaRoute,
  listAreasRoute,
  previewAreaRoute,
  removeAreaRoute,
  resumeAreaRoute,
  stopAreaRoute,
} from './basemap/areaRoutes.ts'
import { createCaptainRoute } from './captains/createCaptain.ts'
import { deleteCaptainRoute } from './captains/deleteCaptain.ts'
import { getCaptainRoute } from './captains/getCaptain.ts'
import { getSeaServiceRoute } from './captains/getSeaService.ts'
import { listCaptainsRoute } from './captains/listCaptains.ts'
import { updateCaptainRoute } from './captains/updateCaptain.ts'
import { deleteChartRoute, listChartsRoute, uploadChartsRoute } from './charts/chartRoutes.ts'
import { createCommentRoute } from './comments/createComment.ts'
import { deleteCommentRoute } from './comments/deleteComment.ts'
import { listCommentGroupsRoute } from './comments/listCommentGroups.ts'
import { listCommentsRoute } from './comments/listComments.ts'
import { createDepartmentRoute } from './departments/createDepartment.ts'
import { deleteDepartmentRoute } from './departments/deleteDepartment.ts'
import { getDepartmentRoute } from './departments/getDepartment.ts'
import { listDepartmentsRoute } from './departments/listDepartments.ts'
import { updateDepartmentRoute } from './departments/updateDepartment.ts'
import {
  getDeviceRejectionsRoute,
  getDeviceRoute,
  getGatewayRoute,
  listDevicesRoute,
  renewDeviceSecretRoute,
  revokeDeviceRoute,
} from './devices/deviceRoutes.ts'
import {
  createVesselDeviceRoute,
  listPairingsRoute,
  pairDeviceRoute,
  transferDeviceRoute,
  unpairDeviceRoute,
} from './devices/pairingRoutes.ts'
import { getDownloadRoute } from './downloads/getDownload.ts'
import { requestRawDataRoute } from './downloads/requestRawData.ts'
import { requestStatisticsDownloadRoute } from './downloads/requestStatistics.ts'
import {
  createExportRoute,
  deleteExportRoute,
  getExportRoute,
  listExportsRoute,
} from './exports/exportRoutes.ts'
import { fetchFleetTracksRoute } from './fetcher/fetchFleetTracks.ts'
import { fetchJ1939TimeSeriesRoute } from './fetcher/fetchJ1939TimeSeries.ts'
import { fetchPathsRoute } from './fetcher/fetchPaths.ts'
import { fetchTimeSeriesRoute } from './fetcher/fetchTimeSeries.ts'
import { fetchVesselStatusRoute } from './fetcher/fetchVesselStatus.ts'
import { fetchHeatmapRoute } from './functions/fetchHeatmap.ts'
import { createGeofenceRoute } from './geofences/createGeofence.ts'
import { deleteGeofenceRoute } from './geofences/deleteGeofence.ts'
import { listGeofencesRoute } from './geofences/listGeofences.ts'
import { updateGeofenceRoute } from './geofences/updateGeofence.ts'
import { getHelmRoute } from './helm/getHelm.ts'
import { listTripHelmRoute } from './helm/listTripHelm.ts'
import { takeHelmRoute } from './helm/takeHelm.ts'
import { getFieldsBibleRoute } from './holy-books/getFieldsBible.ts'
import { deleteImageRoute } from './images/deleteImage.ts'
import { uploadImagesRoute } from './images/uploadImages.ts'
import { getLogbookRoute } from './logbook/readLogbook.ts'
import {
  answerLogImportRoute,
  deleteLogImportRoute,
  listLogImportsRoute,
  uploadLogsRoute,
} from './logs/logRoutes.ts'
import { deleteModelRoute } from './models/deleteModel.ts'
import { listModelsRoute } from './models/listModels.ts'
import { uploadModelRoute } from './models/uploadModel.ts'
import {
  forgetPushSubscriptionRoute,
  getChannelsRoute,
  listMessagesRoute,
  retryMessagesRoute,
  savePushSubscriptionRoute,
  updateLocaleRoute,
} from './notifications/notificationRoutes.ts'
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhookDeliveriesRoute,
  listWebhooksRoute,
  rotateWebhookSecretRoute,
  updateWebhookRoute,
} from './notifications/webhookRoutes.ts'
import { getOrganizationRoute } from './organization/getOrganization.ts'
import { getOrganizationStatisticsRoute } from './organization/getOrganizationStatistics.ts'
import { updateLastLoginRoute } from './organization/updateLastLogin.ts'
import { updateOrganizationRoute } from './organization/updateOrganization.ts'
import {
  createReportScheduleRoute,
  deleteReportScheduleRoute,
  getReportScheduleRoute,
  listReportDeliveriesRoute,
  listReportReadersRoute,
  listReportSchedulesRoute,
  updateReportScheduleRoute,
} from './reports/scheduleRoutes.ts'
import { listRoleOptionsRoute } from './roles/listRoleOptions.ts'
import { createRuleRoute } from './rules/createRule.ts'
import { deleteRuleRoute } from './rules/deleteRule.ts'
import { getRuleRoute } from './rules/getRule.ts'
import { listRulesRoute } from './rules/listRules.ts'
import { previewRuleRoute } from './rules/previewRule.ts'
import { updateRuleRoute } from './rules/updateRule.ts'
import { getSensorRoute } from './sensors/getSensor.ts'
import { measureLevellingRoute } from './sensors/measureLevelling.ts'
import {
  addSensorMountingRoute,
  listSensorMountingsRoute,
  removeSensorMountingRoute,
} from './sensors/sensorMountings.ts'
import { updateSensorRoute } from './sensors/updateSensor.ts'
import type { Route } from './serve.ts'
import { createFirstAdminRoute } from './setup/createFirstAdmin.ts'
import { getSetupRoute } from './setup/getSetup.ts'
import {
  createShareLinkRoute,
  listShareLinksRoute,
  openShareLinkRoute,
  revokeShareLinkRoute,
} from './shareLinks/shareLinkRoutes.ts'
import { fetchDashboardStatisticsRoute } from './statistics/fetchDashboardStatistics.ts'
import { fetchFuelStatisticsRoute, fetchSafetyStatisticsRoute } from './statistics/statisticsRoutes.ts'
import { createOrganizationRoute } from './super/createOrganization.ts'
import { deleteOrganizationRoute } from './super/deleteOrganization.ts'
import { getSuperDataRoute } from './super/getSuperData.ts'
import { getSuperOrganizationRoute } from './super/getSuperOrganization.ts'
import { getInstallationRoute, sendTestMailRoute } from './super/installation.ts'
import { listOrganizationsRoute } from './super/listOrganizations.ts'
import { switchOrganizationRoute } from './super/switchOrganization.ts'
import { switchRoleRoute } from './super/switchRole.ts'
import { updateSuperOrganizationRoute } from './super/updateSuperOrganization.ts'
import {
  deleteTripRoute,
  listTripCorrectionsRoute,
  mergeTripsRoute,
  setTripAtSeaRoute,
  splitTripRoute,
  trimTripRoute,
  undoTripCorrectionRoute,
} from './trips/correctTrip.ts'
import { fetchImpactReportRoute } from './trips/fetchImpactReport.ts'
import { getTripRoute } from './trips/getTrip.ts'
import { listLiveTripsRoute } from './trips/listLiveTrips.ts'
import { listTripSensorsRoute } from './trips/listTripSensors.ts'
import { listTripSeriesRoute } from './trips/listTripSeries.ts'
import { listTripsRoute } from './trips/listTrips.ts'
import { updateTripRoute } from './trips/updateTrip.ts'
import { createUserRoute } from './users/createUser.ts'
import { deleteMyPictureRoute } from './users/deleteMyPicture.ts'
import { deleteUserRoute } from './users/deleteUser.ts'
import { dismissFirstStepsRoute } from './users/dismissFirstSteps.ts'
import { endPairingLockRoute } from './users/endPairingLock.ts'
import { getMeRoute } from './users/getMe.ts'
import { getUserRoute } from './users/getUser.ts'
import { listUsersRoute } from './users/listUsers.ts'
import { readAlertsRoute } from './users/readAlerts.ts'
import { readAnnouncementsRoute } from './users/readAnnouncements.ts'
import { renewInvitationRoute } from './users/renewInvitation.ts'
import { updateMeRoute } from './users/updateMe.ts'
import { updateMyPictureRoute } from './users/updateMyPicture.ts'
import { updateNotificationsRoute } from './users/updateNotifications.ts'
import { updateUnitsRoute } from './users/updateUnits.ts'
import { updateUserRoute } from './users/updateUser.ts'
import { createVesselRoute } from './vessels/createVessel.ts'
import { deleteVesselRoute } from './vessels/deleteVessel.ts'
import { getVesselRoute } from './vessels/getVessel.ts'
import { getVesselGeneralRoute } from './vessels/getVesselGeneral.ts'
import { getVesselLocationRoute } from './vessels/getVesselLocation.ts'
import { getVesselStatisticsRoute } from './vessels/getVesselStatistics.ts'
import { getVesselStatusRoute } from './vessels/getVesselStatus.ts'
import { listAisTargetsRoute } from './vessels/listAisTargets.ts'
import { listMapVesselsRoute } from './vessels/listMapVessels.ts'
import { listRejectedRoute } from './vessels/listRejected.ts'
import { listVesselSensorsRoute } from './vessels/listVesselSensors.ts'
import { listVesselsRoute } from './vessels/listVessels.ts'
import { updateDeviceLabelRoute } from './vessels/updateDeviceLabel.ts'
import { updateVesselRoute } from './vessels/updateVessel.ts'
import { removeVesselImageRoute, uploadVesselImageRoute } from './vessels/vesselPicture.ts'
import { chooseVesselSourceRoute, listVesselSourcesRoute } from './vessels/vesselSources.ts'

export const ROUTES: readonly Route[] = [
  requestCodeRoute,
  verifyCodeRoute,
  listShareLinksRoute,
  createShareLinkRoute,
  revokeShareLinkRoute,
  openShareLinkRoute,
  getSetupRoute,
  createFirstAdminRoute,
  getMeRoute,
  listDepartmentsRoute,
  getOrganizationRoute,
  getOrganizationStatisticsRoute,
  updateLastLoginRoute,
  listRoleOptionsRoute,
  getFieldsBibleRoute,
  listMapVesselsRoute,
  listVesselsRoute,
  getVesselRoute,
  getVesselLocationRoute,
  getVesselGeneralRoute,
  getVesselStatisticsRoute,
  getVesselStatusRoute,
  updateDeviceLabelRoute,
  createVesselRoute,
  updateVesselRoute,
  deleteVesselRoute,
  uploadVesselImageRoute,
  removeVesselImageRoute,
  listRejectedRoute,
  listTripsRoute,
  listLiveTripsRoute,
  getTripRoute,
  updateTripRoute,
  deleteTripRoute,
  splitTripRoute,
  mergeTripsRoute,
  trimTripRoute,
  setTripAtSeaRoute,
  listTripCorrectionsRoute,
  undoTripCorrectionRoute,
  getHelmRoute,
  takeHelmRoute,
  listTripHelmRoute,
  listCaptainsRoute,
  getCaptainRoute,
  getSeaServiceRoute,
  createCaptainRoute,
  updateCaptainRoute,
  deleteCaptainRoute,
  fetchImpactReportRoute,
  listTripSensorsRoute,
  listTripSeriesRoute,
  listVesselSensorsRoute,
  listVesselSourcesRoute,
  chooseVesselSourceRoute,
  listDevicesRoute,
  getDeviceRoute,
  getGatewayRoute,
  getDeviceRejectionsRoute,
  renewDeviceSecretRoute,
  revokeDeviceRoute,
  createVesselDeviceRoute,
  pairDeviceRoute,
  unpairDeviceRoute,
  transferDeviceRoute,
  listPairingsRoute,
  listExportsRoute,
  getExportRoute,
  createExportRoute,
  deleteExportRoute,
  getLogbookRoute,
  listReportSchedulesRoute,
  getReportScheduleRoute,
  createReportScheduleRoute,
  updateReportScheduleRoute,
  deleteReportScheduleRoute,
  listReportReadersRoute,
  listReportDeliveriesRoute,
  listChartsRoute,
  uploadChartsRoute,
  deleteChartRoute,
  listAreasRoute,
  previewAreaRoute,
  keepAreaRoute,
  stopAreaRoute,
  resumeAreaRoute,
  removeAreaRoute,
  findPlacesRoute,
  listLogImportsRoute,
  uploadLogsRoute,
  answerLogImportRoute,
  deleteLogImportRoute,
  getSensorRoute,
  updateSensorRoute,
  listSensorMountingsRoute,
  addSensorMountingRoute,
  removeSensorMountingRoute,
  measureLevellingRoute,
  fetchTimeSeriesRoute,
  getDownloadRoute,
  requestRawDataRoute,
  requestStatisticsDownloadRoute,
  fetchJ1939TimeSeriesRoute,
  fetchFleetTracksRoute,
  listAisTargetsRoute,
  fetchPathsRoute,
  fetchVesselStatusRoute,
  fetchSafetyStatisticsRoute,
  fetchFuelStatisticsRoute,
  fetchDashboardStatisticsRoute,
  fetchHeatmapRoute,
  getAlertRoute,
  acknowledgeAlertRoute,
  assignAlertRoute,
  commentAlertRoute,
  getAlertCaseRoute,
  silenceAlertRoute,
  forgetPushSubscriptionRoute,
  getChannelsRoute,
  listMessagesRoute,
  retryMessagesRoute,
  savePushSubscriptionRoute,
  updateLocaleRoute,
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhookDeliveriesRoute,
  listWebhooksRoute,
  rotateWebhookSecretRoute,
  updateWebhookRoute,
  listAlertsRoute,
  listAuditRoute,
  listCommentsRoute,
  listCommentGroupsRoute,
  createCommentRoute,
  deleteCommentRoute,
  uploadImagesRoute,
  deleteImageRoute,
  listModelsRoute,
  uploadModelRoute,
  deleteModelRoute,
  listRulesRoute,
  getRuleRoute,
  createRuleRoute,
  previewRuleRoute,
  updateRuleRoute,
  deleteRuleRoute,
  listGeofencesRoute,
  createGeofenceRoute,
  updateGeofenceRoute,
  deleteGeofenceRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  updateApiKeyRoute,
  deleteApiKeyRoute,
  getApiUsageRoute,
  createDepartmentRoute,
  deleteDepartmentRoute,
  getDepartmentRoute,
  updateDepartmentRoute,
  updateOrganizationRoute,
  createOrganizationRoute,
  deleteOrganizationRoute,
  getSuperDataRoute,
  getInstallationRoute,
  sendTestMailRoute,
  getSuperOrganizationRoute,
  listOrganizationsRoute,
  switchOrganizationRoute,
  switchRoleRoute,
  updateSuperOrganizationRoute,
  createUserRoute,
  deleteUserRoute,
  endPairingLockRoute,
  getUserRoute,
  listUsersRoute,
  readAlertsRoute,
  readAnnouncementsRoute,
  renewInvitationRoute,
  dismissFirstStepsRoute,
  updateMeRoute,
  updateNotificationsRoute,
  updateUnitsRoute,
  updateUserRoute,
  updateMyPictureRoute,
  deleteMyPictureRoute,
]
