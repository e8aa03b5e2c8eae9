/**
 * Everything that the contract exports, by name, for programs that describe it; other code imports directly
 * from the files.
 */
import * as aisTarget from './aisTarget.ts'
import * as alert from './alert.ts'
import * as alertCase from './alertCase.ts'
import * as apiKey from './apiKey.ts'
import * as area from './area.ts'
import * as audit from './audit.ts'
import * as basemap from './basemap.ts'
import * as board from './board.ts'
import * as bridge from './bridge.ts'
import * as captain from './captain.ts'
import * as chart from './chart.ts'
import * as comment from './comment.ts'
import * as department from './department.ts'
import * as device from './device.ts'
import * as download from './download.ts'
import * as fleetExport from './fleetExport.ts'
import * as fleetTracks from './fleetTracks.ts'
import * as geofence from './geofence.ts'
import * as heatmap from './heatmap.ts'
import * as helm from './helm.ts'
import * as image from './image.ts'
import * as impact from './impact.ts'
import * as installation from './installation.ts'
import * as logbook from './logbook.ts'
import * as logImport from './logImport.ts'
import * as maintenance from './maintenance.ts'
import * as model from './model.ts'
import * as notification from './notification.ts'
import * as organization from './organization.ts'
import * as publicStream from './publicStream.ts'
import * as reportSchedule from './reportSchedule.ts'
import * as role from './role.ts'
import * as rule from './rule.ts'
import * as seaForecast from './seaForecast.ts'
import * as seaService from './seaService.ts'
import * as sensor from './sensor.ts'
import * as sensorMounting from './sensorMounting.ts'
import * as shareLink from './shareLink.ts'
import * as statistics from './statistics.ts'
import * as timeSeries from './timeSeries.ts'
import * as trip from './trip.ts'
import * as tripCorrection from './tripCorrection.ts'
import * as tripDetail from './tripDetail.ts'
import * as tripFigures from './tripFigures.ts'
import * as user from './user.ts'
import * as vessel from './vessel.ts'
import * as vesselSource from './vesselSource.ts'
import * as vesselStatus from './vesselStatus.ts'
import * as wallLink from './wallLink.ts'

export const CONTRACT: Readonly<Record<string, unknown>> = {
  ...aisTarget,
  ...alert,
  ...alertCase,
  ...apiKey,
  ...audit,
  ...board,
  ...area,
  ...basemap,
  ...bridge,
  ...captain,
  ...chart,
  ...comment,
  ...department,
  ...device,
  ...download,
  ...fleetExport,
  ...fleetTracks,
  ...logbook,
  ...reportSchedule,
  ...geofence,
  ...heatmap,
  ...helm,
  ...image,
  ...impact,
  ...installation,
  ...logImport,
  ...maintenance,
  ...model,
  ...notification,
  ...organization,
  ...publicStream,
  ...role,
  ...rule,
  ...seaForecast,
  ...seaService,
  ...sensor,
  ...sensorMounting,
  ...shareLink,
  ...statistics,
  ...timeSeries,
  ...trip,
  ...tripCorrection,
  ...tripDetail,
  ...tripFigures,
  ...user,
  ...vessel,
  ...vesselSource,
  ...vesselStatus,
  ...wallLink,
}
