/** Every endpoint of the console, by noun. A new noun adds its list here. */

import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { alertRoutes } from './alerts/alertRoutes.ts'
import { apiKeyRoutes } from './apiKeys/apiKeyRoutes.ts'
import { auditRoutes } from './audit/auditRoutes.ts'
import { authRoutes } from './auth/authRoutes.ts'
import { areaRoutes } from './basemap/areaRoutes.ts'
import { boardRoutes } from './board/boardRoutes.ts'
import { captainRoutes } from './captains/captainRoutes.ts'
import { chartRoutes } from './charts/chartRoutes.ts'
import { commentRoutes } from './comments/commentRoutes.ts'
import { departmentRoutes } from './departments/departmentRoutes.ts'
import { deviceRoutes } from './devices/deviceRoutes.ts'
import { downloadRoutes } from './downloads/downloadRoutes.ts'
import { exportRoutes } from './exports/exportRoutes.ts'
import { fetcherRoutes } from './fetcher/fetcherRoutes.ts'
import { functionRoutes } from './functions/functionRoutes.ts'
import { geofenceRoutes } from './geofences/geofenceRoutes.ts'
import { helmRoutes } from './helm/helmRoutes.ts'
import { fieldsBibleRoutes } from './holy-books/fieldsBibleRoutes.ts'
import { imageRoutes } from './images/imageRoutes.ts'
import { logbookRoutes } from './logbook/logbookRoutes.ts'
import { logRoutes } from './logs/logRoutes.ts'
import { engineRoutes } from './maintenance/engineRoutes.ts'
import { maintenanceRoutes } from './maintenance/maintenanceRoutes.ts'
import { serviceBookRoutes } from './maintenance/serviceBookFile.ts'
import { modelRoutes } from './models/modelRoutes.ts'
import { notificationRoutes } from './notifications/notificationRoutes.ts'
import { webhookRoutes } from './notifications/webhookRoutes.ts'
import { organizationRoutes } from './organization/organizationRoutes.ts'
import { pictureRoutes } from './pictures/pictureRoutes.ts'
import { reportRoutes } from './reports/reportRoutes.ts'
import { roleRoutes } from './roles/roleRoutes.ts'
import { ruleRoutes } from './rules/ruleRoutes.ts'
import { seaForecastRoutes } from './seaForecast/seaForecastRoutes.ts'
import { sensorRoutes } from './sensors/sensorRoutes.ts'
import type { Example, FileRoute, Route, Routes } from './serve.ts'
import { setupRoutes } from './setup/setupRoutes.ts'
import { shareLinkRoutes } from './shareLinks/shareLinkRoutes.ts'
import { statisticsRoutes } from './statistics/statisticsRoutes.ts'
import { bridgeRoutes } from './super/bridgeRoutes.ts'
import { superRoutes } from './super/superRoutes.ts'
import { tripRoutes } from './trips/tripRoutes.ts'
import { userRoutes } from './users/userRoutes.ts'
import { vesselRoutes } from './vessels/vesselRoutes.ts'
import { wallLinkRoutes } from './wall/wallLinkRoutes.ts'

const ALL: Routes = [
  ...authRoutes,
  ...shareLinkRoutes,
  ...wallLinkRoutes,
  ...setupRoutes,
  ...userRoutes,
  ...departmentRoutes,
  ...organizationRoutes,
  ...roleRoutes,
  ...fieldsBibleRoutes,
  ...vesselRoutes,
  ...tripRoutes,
  ...helmRoutes,
  ...captainRoutes,
  ...sensorRoutes,
  ...engineRoutes,
  ...maintenanceRoutes,
  ...serviceBookRoutes,
  ...deviceRoutes,
  ...exportRoutes,
  ...logbookRoutes,
  ...reportRoutes,
  ...chartRoutes,
  ...areaRoutes,
  ...seaForecastRoutes,
  ...logRoutes,
  ...fetcherRoutes,
  ...downloadRoutes,
  ...statisticsRoutes,
  ...functionRoutes,
  ...alertRoutes,
  ...boardRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...auditRoutes,
  ...commentRoutes,
  ...imageRoutes,
  ...pictureRoutes,
  ...modelRoutes,
  ...ruleRoutes,
  ...geofenceRoutes,
  ...apiKeyRoutes,
  ...superRoutes,
  ...bridgeRoutes,
]

/** Endpoints that answer with JSON. */
export const ROUTES: readonly Route[] = ALL.filter((route) => 'handle' in route)
/** Endpoints that answer with a file. */
export const FILE_ROUTES: readonly FileRoute[] = ALL.filter((route) => 'open' in route)
export const ENDPOINTS: readonly AnyEndpoint[] = ALL.map(({ endpoint }) => endpoint)
/** Values that the documentation of the public API sends. */
export const EXAMPLES: ReadonlyMap<AnyEndpoint, Example> = new Map(
  ALL.flatMap(({ endpoint, example }) => (example ? [[endpoint, example]] : [])),
)
