/** Routes of the console. Every page is a chunk of its own, loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { t } from 'i18next'
import type { listAlerts } from '#contract/wire/alert.ts'
import type { listApiKeys } from '#contract/wire/apiKey.ts'
import type { listAudit } from '#contract/wire/audit.ts'
import type { listCaptains } from '#contract/wire/captain.ts'
import type { listDepartments } from '#contract/wire/department.ts'
import type { listDevices } from '#contract/wire/device.ts'
import type { listExports } from '#contract/wire/fleetExport.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import type { listMessages } from '#contract/wire/notification.ts'
import type { listOrganizations } from '#contract/wire/organization.ts'
import type { listReportDeliveries, listReportSchedules } from '#contract/wire/reportSchedule.ts'
import type { listRules } from '#contract/wire/rule.ts'
import type { listShareLinks } from '#contract/wire/shareLink.ts'
import type { listTrips } from '#contract/wire/trip.ts'
import type { listUsers } from '#contract/wire/user.ts'
import { here } from './base.ts'
import { hasUnsavedChanges } from './forms/useAsksFirst.ts'
import { completeWords } from './i18n/i18n.ts'
import type { MessageKey } from './i18n/messageKey.ts'
import { lazyRouteComponent } from './loading/parts.ts'
import type { PagePath } from './routes/navigation.ts'
import {
  listSearch,
  readCommentSearch,
  readDaysSearch,
  readFleetMapSearch,
  readGeofenceSearch,
  readImpactSearch,
  readLogbookSearch,
  readReportSearch,
  readResetSearch,
  readSignInSearch,
  readTripMapSearch,
} from './searchParameters.ts'
import { queryClient } from './session/queryClient.ts'
import { followOtherTabs, SessionEnded, session } from './session/session.ts'
import { visit } from './session/visit.ts'
import { toast } from './toasts/toast.ts'
import { ErrorPage } from './ui/ErrorPage.tsx'
import { NotFoundPage } from './ui/NotFoundPage.tsx'
import { Waiting } from './ui/Waiting.tsx'

export type Crumb = MessageKey | { title: MessageKey; to: PagePath }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumbs of the page; those with an address are links. A page inside another adds its own. */
    crumbs?: readonly Crumb[]
  }
  interface Register {
    router: typeof router
  }
}

/** Message shown once in a tab that reloaded because another tab signed in as another user. */
const FOLLOWED = 'followed-tab'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

const signInPage = lazyRouteComponent(() => import('./routes/signin/SignInRoute.tsx'), 'SignInRoute')
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: readSignInSearch,
  beforeLoad: async ({ search }) => {
    // Loads while the server is asked whether a session exists.
    void signInPage.preload?.()
    if (await session.restore().catch(() => false)) throw redirect({ href: search.from ?? '/map' })
  },
  component: signInPage,
})
const signOut = createRoute({
  getParentRoute: () => root,
  path: '/signout',
  component: lazyRouteComponent(() => import('./routes/signout/SignOutPage.tsx'), 'SignOutPage'),
})
/** One trip for the holder of a share link, without the rest of the console. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/$token',
  beforeLoad: async ({ params: { token } }) => {
    visit.begin(token)
    await completeWords()
  },
  component: lazyRouteComponent(() => import('./routes/trip/shared/SharedPage.tsx'), 'SharedPage'),
  pendingComponent: Waiting,
  pendingMinMs: 0,
  errorComponent: ErrorPage,
})
const sharedFirst = createRoute({
  ...within(shared, '/', []),
  component: lazyRouteComponent(() => import('./routes/trip/shared/SharedFirst.tsx'), 'SharedFirst'),
})
const sharedMap = createRoute({
  ...within(shared, 'map', []),
  component: lazyRouteComponent(() => import('./routes/trip/shared/SharedMap.tsx'), 'SharedMap'),
})
const sharedFigures = createRoute({
  ...within(shared, 'figures', []),
  component: lazyRouteComponent(() => import('./routes/trip/summary/SummaryTab.tsx'), 'SummaryTab'),
})
const sharedSafety = createRoute({
  ...within(shared, 'safety', []),
  component: lazyRouteComponent(() => import('./routes/trip/safety/SafetyTab.tsx'), 'SafetyTab'),
})
const sharedImpacts = createRoute({
  ...within(shared, 'impacts', []),
  validateSearch: readImpactSearch,
  component: lazyRouteComponent(() => import('./routes/trip/impacts/ImpactsTab.tsx'), 'ImpactsTab'),
})
const sharedImpact = createRoute({
  ...within(sharedImpacts, '$eventTime', []),
  component: lazyRouteComponent(
    () => import('./routes/trip/impacts/ImpactEventDialog.tsx'),
    'ImpactEventDialog',
  ),
})
const sharedWeather = createRoute({
  ...within(shared, 'weather', []),
  component: lazyRouteComponent(() => import('./routes/trip/weather/WeatherTab.tsx'), 'WeatherTab'),
})
const sharedComments = createRoute({
  ...within(shared, 'comments', []),
  component: lazyRouteComponent(() => import('./routes/trip/shared/SharedComments.tsx'), 'SharedComments'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./routes/setup/SetupRoute.tsx'), 'SetupRoute'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: readResetSearch,
  component: lazyRouteComponent(
    () => import('./routes/resetPassword/ResetPasswordRoute.tsx'),
    'ResetPasswordRoute',
  ),
})

const userApi = () => import('./api/user.ts')
const tripRequests = () => import('./trips/tripRequests.ts')

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'console',
  beforeLoad: async ({ location }) => {
    const restored = await session.restore().catch((error) => {
      // A signed-in user stays in the shell while the server is away; the page's own requests report the failure.
      if (queryClient.getQueryData(['users', 'me'])) return true
      toast.failure('error.token')
      throw error
    })
    if (!restored)
      throw redirect({ to: '/signin', search: location.href === '/' ? {} : { from: location.href } })
    // Requested before the files of the page, which would delay it; the loader waits for the answer.
    const { loadUser } = await userApi()
    Promise.all([loadUser(), completeWords()]).catch(() => {})
  },
  loader: async () => {
    const { loadUser, noteLastLogin } = await userApi()
    try {
      const [user] = await Promise.all([loadUser(), completeWords()])
      noteLastLogin(user).catch(() => {})
      if (sessionStorage.getItem(FOLLOWED) === null) return
      sessionStorage.removeItem(FOLLOWED)
      toast.say(t('error.followedTab', { name: user.name }), 'info')
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast.failure('error.signInLoad')
      session.end()
      throw redirect({ to: '/signin' })
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./routes/shell/Shell.tsx'), 'Shell'),
  pendingComponent: Waiting,
  // Shows the console as soon as possible, however short the wait was.
  pendingMinMs: 0,
  errorComponent: ErrorPage,
})

const index = createRoute({ getParentRoute: () => signedIn, path: '/', beforeLoad: () => leadTo('/map') })
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/$',
  beforeLoad: () => leadTo('/reports'),
})

const map = createRoute({
  ...page('/map', ['nav.overview', 'nav.map']),
  validateSearch: readFleetMapSearch,
  component: lazyRouteComponent(() => import('./routes/map/FleetMapPage.tsx'), 'FleetMapPage'),
})
const board = createRoute({
  ...page('/board', ['nav.overview', 'nav.board']),
  component: lazyRouteComponent(() => import('./routes/board/BoardPage.tsx'), 'BoardPage'),
})
const tripMap = createRoute({
  ...page('/map/trips/$tripId', [
    { title: 'nav.map', to: '/map' },
    { title: 'nav.trips', to: '/trips' },
  ]),
  validateSearch: readTripMapSearch,
  beforeLoad: async ({ params, search, preload }) => {
    // Pointing at a link preloads its page, but requests no data yet.
    if (!preload) void (await tripRequests()).askForTripMap(params.tripId, search.minute)
  },
  component: lazyRouteComponent(() => import('./routes/map/TripMapPage.tsx'), 'TripMapPage'),
})
const reports = createRoute({
  ...page('/reports', ['nav.overview', { title: 'nav.reports', to: '/reports' }]),
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./routes/reports/ReportsPage.tsx'), 'ReportsPage'),
})
const reportGeneral = createRoute({
  ...within(reports, '/', ['reports.general']),
  component: lazyRouteComponent(() => import('./routes/reports/GeneralTab.tsx'), 'GeneralTab'),
})
const reportFuel = createRoute({
  ...within(reports, 'fuel', ['reports.fuel']),
  component: lazyRouteComponent(() => import('./routes/reports/FuelTab.tsx'), 'FuelTab'),
})
const reportSafety = createRoute({
  ...within(reports, 'safety', ['reports.safety']),
  component: lazyRouteComponent(() => import('./routes/reports/SafetyTab.tsx'), 'SafetyTab'),
})
const reportTable = createRoute({
  ...within(reports, 'table', ['reports.tableCrumb']),
  component: lazyRouteComponent(() => import('./routes/reports/TableTab.tsx'), 'TableTab'),
})
const scheduledReports = createRoute({
  ...page('/reports/scheduled', [
    'nav.overview',
    { title: 'nav.reports', to: '/reports' },
    'scheduled.title',
  ]),
  validateSearch: listSearch<OrderOf<typeof listReportSchedules>>('name', 'created_at'),
  component: lazyRouteComponent(
    () => import('./routes/reports/scheduled/ScheduledReportsPage.tsx'),
    'ScheduledReportsPage',
  ),
})
const newSchedule = createRoute({
  ...within(scheduledReports, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/reports/scheduled/CreateScheduleDialog.tsx'),
    'CreateScheduleDialog',
  ),
})
const editSchedule = createRoute({
  ...within(scheduledReports, '$id/edit', []),
  component: lazyRouteComponent(
    () => import('./routes/reports/scheduled/EditScheduleDialog.tsx'),
    'EditScheduleDialog',
  ),
})
const deleteSchedule = createRoute({
  ...within(scheduledReports, '$id/delete', []),
  component: lazyRouteComponent(
    () => import('./routes/reports/scheduled/DeleteScheduleDialog.tsx'),
    'DeleteScheduleDialog',
  ),
})
const reportLog = createRoute({
  ...page('/reports/scheduled/log', [
    'nav.overview',
    { title: 'nav.reports', to: '/reports' },
    { title: 'scheduled.title', to: '/reports/scheduled' },
    'scheduled.log',
  ]),
  validateSearch: listSearch<OrderOf<typeof listReportDeliveries>>('created_at'),
  component: lazyRouteComponent(
    () => import('./routes/reports/scheduled/ReportLogPage.tsx'),
    'ReportLogPage',
  ),
})
const trips = createRoute({
  ...page('/trips', ['nav.overview', 'nav.trips']),
  validateSearch: listSearch<OrderOf<typeof listTrips>>('start_time', 'duration', 'peak_impact'),
  component: lazyRouteComponent(() => import('./routes/trips/TripsPage.tsx'), 'TripsPage'),
})
const trip = createRoute({
  ...page('/trips/$tripId', ['nav.overview', { title: 'nav.trips', to: '/trips' }]),
  beforeLoad: async ({ params, preload }) => {
    if (!preload) void (await tripRequests()).askForTrip(params.tripId)
  },
  component: lazyRouteComponent(() => import('./routes/trip/TripPage.tsx'), 'TripPage'),
})
const tripSummary = createRoute({
  ...within(trip, '/', []),
  beforeLoad: async ({ params, preload }) => {
    if (!preload) void (await tripRequests()).askForTripSummary(params.tripId)
  },
  component: lazyRouteComponent(() => import('./routes/trip/summary/SummaryTab.tsx'), 'SummaryTab'),
})
const tripSafety = createRoute({
  ...within(trip, 'safety', []),
  component: lazyRouteComponent(() => import('./routes/trip/safety/SafetyTab.tsx'), 'SafetyTab'),
})
const tripImpacts = createRoute({
  ...within(trip, 'impacts', []),
  validateSearch: readImpactSearch,
  component: lazyRouteComponent(() => import('./routes/trip/impacts/ImpactsTab.tsx'), 'ImpactsTab'),
})
const impactEvent = createRoute({
  ...within(tripImpacts, '$eventTime', []),
  component: lazyRouteComponent(
    () => import('./routes/trip/impacts/ImpactEventDialog.tsx'),
    'ImpactEventDialog',
  ),
})
const tripFuel = createRoute({
  ...within(trip, 'fuel', []),
  component: lazyRouteComponent(() => import('./routes/trip/fuel/FuelTab.tsx'), 'FuelTab'),
})
const tripAlerts = createRoute({
  ...within(trip, 'alerts', []),
  component: lazyRouteComponent(() => import('./routes/trip/alerts/AlertsTab.tsx'), 'AlertsTab'),
})
const tripAlert = createRoute({
  ...within(tripAlerts, '$alertId', []),
  component: lazyRouteComponent(() => import('./routes/trip/alerts/AlertDialog.tsx'), 'AlertDialog'),
})
const tripComments = createRoute({
  ...within(trip, 'comments', []),
  component: lazyRouteComponent(() => import('./routes/trip/comments/CommentsTab.tsx'), 'CommentsTab'),
})
const tripWeather = createRoute({
  ...within(trip, 'weather', []),
  component: lazyRouteComponent(() => import('./routes/trip/weather/WeatherTab.tsx'), 'WeatherTab'),
})
const dataStudio = createRoute({
  ...within(trip, 'data-studio', []),
  component: lazyRouteComponent(() => import('./routes/trip/dataStudio/DataStudioTab.tsx'), 'DataStudioTab'),
})
const comments = createRoute({
  ...page('/comments', ['nav.overview', 'nav.comments']),
  validateSearch: readCommentSearch,
  component: lazyRouteComponent(() => import('./routes/comments/CommentsPage.tsx'), 'CommentsPage'),
})

const exports = createRoute({
  ...page('/exports', ['nav.overview', { title: 'nav.exports', to: '/exports' }]),
  validateSearch: listSearch<OrderOf<typeof listExports>>('created_at'),
  component: lazyRouteComponent(() => import('./routes/exports/ExportsPage.tsx'), 'ExportsPage'),
})
const newExport = createRoute({
  ...within(exports, 'new', ['exports.create']),
  component: lazyRouteComponent(
    () => import('./routes/exports/CreateExportDialog.tsx'),
    'CreateExportDialog',
  ),
})

const vessels = createRoute({
  ...page('/vessels', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }]),
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./routes/vessels/VesselsPage.tsx'), 'VesselsPage'),
})
const captains = createRoute({
  ...page('/captains', ['nav.fleet', { title: 'nav.captains', to: '/captains' }]),
  validateSearch: listSearch<OrderOf<typeof listCaptains>>('name', 'rank', 'trips'),
  component: lazyRouteComponent(() => import('./routes/captains/CaptainsPage.tsx'), 'CaptainsPage'),
})
const users = createRoute({
  ...page('/users', ['nav.fleet', { title: 'nav.users', to: '/users' }]),
  validateSearch: listSearch<OrderOf<typeof listUsers>>('name', 'role', 'email'),
  component: lazyRouteComponent(() => import('./routes/users/UsersPage.tsx'), 'UsersPage'),
})
const newUser = createRoute({
  ...within(users, 'new', []),
  component: lazyRouteComponent(() => import('./routes/users/CreateUserDialog.tsx'), 'CreateUserDialog'),
})
const oneUser = createRoute({
  ...within(users, '$id', []),
  component: lazyRouteComponent(() => import('./routes/users/UserDialog.tsx'), 'UserDialog'),
})
const editUser = createRoute({
  ...within(users, '$id/edit', []),
  component: lazyRouteComponent(() => import('./routes/users/EditUserDialog.tsx'), 'EditUserDialog'),
})
const deleteUser = createRoute({
  ...within(users, '$id/delete', []),
  component: lazyRouteComponent(() => import('./routes/users/DeleteUserDialog.tsx'), 'DeleteUserDialog'),
})

const newVessel = createRoute({
  ...within(vessels, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/CreateVesselDialog.tsx'),
    'CreateVesselDialog',
  ),
})
const vessel = createRoute({
  ...page('/vessels/$vesselId', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }]),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/VesselPage.tsx'), 'VesselPage'),
})
/** First tab, which stays visible below dialogs about the vessel as a whole. */
const vesselStatus = createRoute({
  getParentRoute: () => vessel,
  id: 'status-tab',
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/status/StatusTab.tsx'), 'StatusTab'),
})
const vesselIndex = createRoute(within(vesselStatus, '/', []))
const editVessel = createRoute({
  ...within(vesselStatus, 'edit', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/EditVesselDialog.tsx'),
    'EditVesselDialog',
  ),
})
const deleteVessel = createRoute({
  ...within(vesselStatus, 'delete', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/DeleteVesselDialog.tsx'),
    'DeleteVesselDialog',
  ),
})
const vesselSources = createRoute({
  ...within(vesselStatus, 'sources', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/sources/VesselSourcesDialog.tsx'),
    'VesselSourcesDialog',
  ),
})
const vesselHistory = createRoute({
  ...within(vesselStatus, 'status/$group/$deviceId/$key', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/status/HistoryDialog.tsx'),
    'HistoryDialog',
  ),
})
const vesselStatistics = createRoute({
  ...within(vessel, 'statistics', []),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/StatisticsTab.tsx'), 'StatisticsTab'),
})
const vesselSafety = createRoute({
  ...within(vessel, 'safety', []),
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/SafetyTab.tsx'), 'SafetyTab'),
})
const vesselFuel = createRoute({
  ...within(vessel, 'fuel', []),
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/FuelTab.tsx'), 'FuelTab'),
})
const vesselTrips = createRoute({
  ...within(vessel, 'trips', []),
  validateSearch: listSearch<OrderOf<typeof listTrips>>('start_time', 'duration', 'peak_impact'),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/TripsTab.tsx'), 'TripsTab'),
})
const vesselAlerts = createRoute({
  ...within(vessel, 'alerts', []),
  validateSearch: listSearch<OrderOf<typeof listAlerts>>('trigger_time'),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/alerts/AlertsTab.tsx'), 'AlertsTab'),
})
const vesselAlert = createRoute({
  ...within(vesselAlerts, '$alertId', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/alerts/AlertDialog.tsx'),
    'AlertDialog',
  ),
})
const vesselComments = createRoute({
  ...within(vessel, 'comments', []),
  validateSearch: readCommentSearch,
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/comments/CommentsTab.tsx'),
    'CommentsTab',
  ),
})
const vesselRules = createRoute({
  ...within(vessel, 'rules', []),
  validateSearch: listSearch<OrderOf<typeof listRules>>('type', 'severity', 'enabled'),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/rules/RulesTab.tsx'), 'RulesTab'),
})
const vesselSensors = createRoute({
  ...within(vessel, 'sensors', []),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/sensors/SensorsTab.tsx'), 'SensorsTab'),
})
const vesselSensor = createRoute({
  ...within(vesselSensors, '$sensorId', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/sensors/SensorDialog.tsx'),
    'SensorDialog',
  ),
})
const editSensor = createRoute({
  ...within(vesselSensor, 'edit', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/sensors/EditSensorDialog.tsx'),
    'EditSensorDialog',
  ),
})
const mountSensor = createRoute({
  ...within(vesselSensor, 'mounting', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/sensors/MountSensorDialog.tsx'),
    'MountSensorDialog',
  ),
})
const pairVessel = createRoute({
  ...within(vesselStatus, 'pair', []),
  component: lazyRouteComponent(() => import('./routes/vessels/pairing/PairDialog.tsx'), 'PairDialog'),
})
const unpairVessel = createRoute({
  ...within(vesselStatus, 'unpair', []),
  component: lazyRouteComponent(() => import('./routes/vessels/pairing/UnpairDialog.tsx'), 'UnpairDialog'),
})
const connectVessel = createRoute({
  ...within(vesselStatus, 'connect', []),
  component: lazyRouteComponent(() => import('./routes/vessels/pairing/ConnectDialog.tsx'), 'ConnectDialog'),
})
const vesselLogbook = createRoute({
  ...within(vessel, 'logbook', []),
  validateSearch: readLogbookSearch,
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/logbook/LogbookPage.tsx'),
    'LogbookPage',
  ),
})
const vesselLogs = createRoute({
  ...within(vesselStatus, 'logs', []),
  component: lazyRouteComponent(() => import('./routes/vessels/vessel/LogsDialog.tsx'), 'LogsDialog'),
})
const vesselSpecifications = createRoute({
  ...within(vessel, 'specifications', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/specifications/SpecificationsTab.tsx'),
    'SpecificationsTab',
  ),
})
const ignoredPeriod = createRoute({
  ...within(vesselSpecifications, 'ignored/$period', []),
  component: lazyRouteComponent(
    () => import('./routes/vessels/vessel/specifications/IgnoredPeriodDialog.tsx'),
    'IgnoredPeriodDialog',
  ),
})
const helm = createRoute({
  ...page('/vessels/$vesselId/helm', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }]),
  component: lazyRouteComponent(() => import('./routes/helm/HelmPage.tsx'), 'HelmPage'),
})
const newCaptain = createRoute({
  ...within(captains, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/captains/CreateCaptainDialog.tsx'),
    'CreateCaptainDialog',
  ),
})
const captain = createRoute({
  ...page('/captains/$captainId', ['nav.fleet', { title: 'nav.captains', to: '/captains' }]),
  component: lazyRouteComponent(() => import('./routes/captains/CaptainPage.tsx'), 'CaptainPage'),
})
const captainStatistics = createRoute({
  ...within(captain, '/', []),
  component: lazyRouteComponent(() => import('./routes/captains/StatisticsTab.tsx'), 'StatisticsTab'),
})
const captainSafety = createRoute({
  ...within(captain, 'safety', []),
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./routes/captains/SafetyTab.tsx'), 'SafetyTab'),
})
const captainFuel = createRoute({
  ...within(captain, 'fuel', []),
  validateSearch: readDaysSearch,
  component: lazyRouteComponent(() => import('./routes/captains/FuelTab.tsx'), 'FuelTab'),
})
const captainTrips = createRoute({
  ...within(captain, 'trips', []),
  validateSearch: listSearch<OrderOf<typeof listTrips>>('start_time', 'duration', 'peak_impact'),
  component: lazyRouteComponent(() => import('./routes/captains/TripsTab.tsx'), 'TripsTab'),
})
const captainRanks = createRoute({
  ...within(captain, 'ranks', []),
  component: lazyRouteComponent(() => import('./routes/captains/RanksDialog.tsx'), 'RanksDialog'),
})
const seaService = createRoute({
  ...within(captain, 'sea-service', []),
  component: lazyRouteComponent(() => import('./routes/captains/SeaServiceDialog.tsx'), 'SeaServiceDialog'),
})
const editCaptain = createRoute({
  ...within(captain, 'edit', []),
  component: lazyRouteComponent(() => import('./routes/captains/EditCaptainDialog.tsx'), 'EditCaptainDialog'),
})
const deleteCaptain = createRoute({
  ...within(captain, 'delete', []),
  component: lazyRouteComponent(
    () => import('./routes/captains/DeleteCaptainDialog.tsx'),
    'DeleteCaptainDialog',
  ),
})

const devices = createRoute({
  ...page('/devices', ['nav.fleet', { title: 'nav.devices', to: '/devices' }]),
  validateSearch: listSearch<OrderOf<typeof listDevices>>('id', 'vessel', 'last_seen'),
  component: lazyRouteComponent(() => import('./routes/devices/DevicesPage.tsx'), 'DevicesPage'),
})
const connectBoat = createRoute({
  // Two path segments, because a device may have any single word as its name.
  ...within(devices, 'connect/boat', []),
  component: lazyRouteComponent(() => import('./routes/devices/ChooseBoatDialog.tsx'), 'ChooseBoatDialog'),
})
const oneDevice = createRoute({
  ...within(devices, '$deviceId', []),
  component: lazyRouteComponent(() => import('./routes/devices/DeviceDialog.tsx'), 'DeviceDialog'),
})

const alerts = createRoute({
  ...page('/alerts', ['nav.monitoring', { title: 'nav.alerts', to: '/alerts' }]),
  validateSearch: listSearch<OrderOf<typeof listAlerts>>('trigger_time'),
  component: lazyRouteComponent(() => import('./routes/alerts/AlertsPage.tsx'), 'AlertsPage'),
})
const oneAlert = createRoute({
  ...within(alerts, '$alertId', []),
  component: lazyRouteComponent(() => import('./routes/alerts/AlertDialog.tsx'), 'AlertDialog'),
})
const rules = createRoute({
  ...page('/rules', ['nav.monitoring', { title: 'nav.rules', to: '/rules' }]),
  validateSearch: listSearch<OrderOf<typeof listRules>>('type', 'severity', 'enabled'),
  component: lazyRouteComponent(() => import('./routes/rules/RulesPage.tsx'), 'RulesPage'),
})
const newRule = createRoute({
  ...within(rules, 'new', []),
  component: lazyRouteComponent(() => import('./routes/rules/NewRuleDialog.tsx'), 'NewRuleDialog'),
})
const oneRule = createRoute({
  ...page('/rules/$ruleId', ['nav.monitoring', { title: 'nav.rules', to: '/rules' }]),
  component: lazyRouteComponent(() => import('./routes/rules/RulePage.tsx'), 'RulePage'),
})
const deleteRule = createRoute({
  ...within(oneRule, 'delete', []),
  component: lazyRouteComponent(() => import('./routes/rules/DeleteRuleDialog.tsx'), 'DeleteRuleDialog'),
})
const geofences = createRoute({
  ...page('/geofences', ['nav.monitoring', 'nav.geofences']),
  validateSearch: readGeofenceSearch,
  component: lazyRouteComponent(() => import('./routes/geofences/GeofencesPage.tsx'), 'GeofencesPage'),
})

const organizations = createRoute({
  ...page('/organizations', ['nav.administration', { title: 'nav.organizations', to: '/organizations' }]),
  validateSearch: listSearch<OrderOf<typeof listOrganizations>>(
    'name',
    'created_at',
    'last_login',
    'country',
    'trips',
  ),
  component: lazyRouteComponent(
    () => import('./routes/organizations/OrganizationsPage.tsx'),
    'OrganizationsPage',
  ),
})
const departments = createRoute({
  ...page('/departments', ['nav.administration', { title: 'nav.departments', to: '/departments' }]),
  validateSearch: listSearch<OrderOf<typeof listDepartments>>(
    'name',
    'country',
    'users',
    'vessels',
    'captains',
    'trips',
  ),
  component: lazyRouteComponent(() => import('./routes/departments/DepartmentsPage.tsx'), 'DepartmentsPage'),
})
const newDepartment = createRoute({
  ...within(departments, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/departments/CreateDepartmentDialog.tsx'),
    'CreateDepartmentDialog',
  ),
})
const editDepartment = createRoute({
  ...within(departments, '$id/edit', []),
  component: lazyRouteComponent(
    () => import('./routes/departments/EditDepartmentDialog.tsx'),
    'EditDepartmentDialog',
  ),
})
const deleteDepartment = createRoute({
  ...within(departments, '$id/delete', []),
  component: lazyRouteComponent(
    () => import('./routes/departments/DeleteDepartmentDialog.tsx'),
    'DeleteDepartmentDialog',
  ),
})
const newOrganization = createRoute({
  ...within(organizations, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/organizations/CreateOrganizationDialog.tsx'),
    'CreateOrganizationDialog',
  ),
})
const editOrganization = createRoute({
  ...within(organizations, '$id/edit', []),
  component: lazyRouteComponent(
    () => import('./routes/organizations/EditOrganizationDialog.tsx'),
    'EditOrganizationDialog',
  ),
})
const deleteOrganization = createRoute({
  ...within(organizations, '$id/delete', []),
  component: lazyRouteComponent(
    () => import('./routes/organizations/DeleteOrganizationDialog.tsx'),
    'DeleteOrganizationDialog',
  ),
})
const apiKeys = createRoute({
  ...page('/api-keys', ['nav.administration', 'nav.apiKeys']),
  validateSearch: listSearch<OrderOf<typeof listApiKeys>>(
    'name',
    'created_at',
    'last_used',
    'used_credits_total',
  ),
  component: lazyRouteComponent(() => import('./routes/apiKeys/ApiKeysPage.tsx'), 'ApiKeysPage'),
})
const newApiKey = createRoute({
  ...within(apiKeys, 'new', []),
  component: lazyRouteComponent(
    () => import('./routes/apiKeys/CreateApiKeyDialog.tsx'),
    'CreateApiKeyDialog',
  ),
})
const editApiKey = createRoute({
  ...within(apiKeys, '$id/edit', []),
  component: lazyRouteComponent(() => import('./routes/apiKeys/EditApiKeyDialog.tsx'), 'EditApiKeyDialog'),
})
const deleteApiKey = createRoute({
  ...within(apiKeys, '$id/delete', []),
  component: lazyRouteComponent(
    () => import('./routes/apiKeys/DeleteApiKeyDialog.tsx'),
    'DeleteApiKeyDialog',
  ),
})

const settings = createRoute({
  ...page('/settings', [{ title: 'nav.settings', to: '/settings' }]),
  component: lazyRouteComponent(() => import('./routes/settings/SettingsLayout.tsx'), 'SettingsLayout'),
})
const settingsIndex = createRoute({
  ...within(settings, '/', []),
  beforeLoad: () => leadTo('/settings/personal'),
})
const personal = createRoute({
  ...within(settings, 'personal', ['nav.personal']),
  component: lazyRouteComponent(() => import('./routes/settings/PersonalPage.tsx'), 'PersonalPage'),
})
const password = createRoute({
  ...within(settings, 'password', ['nav.password']),
  component: lazyRouteComponent(() => import('./routes/settings/PasswordPage.tsx'), 'PasswordPage'),
})
const notifications = createRoute({
  ...within(settings, 'notifications', ['nav.notifications']),
  component: lazyRouteComponent(() => import('./routes/settings/NotificationsPage.tsx'), 'NotificationsPage'),
})
const webhooks = createRoute({
  ...within(settings, 'webhooks', ['nav.webhooks']),
  component: lazyRouteComponent(() => import('./routes/settings/WebhooksPage.tsx'), 'WebhooksPage'),
})
const messages = createRoute({
  ...within(settings, 'messages', ['nav.messages']),
  validateSearch: listSearch<OrderOf<typeof listMessages>>('created_at'),
  component: lazyRouteComponent(() => import('./routes/settings/MessagesPage.tsx'), 'MessagesPage'),
})
const shareLinks = createRoute({
  ...within(settings, 'share-links', ['nav.shareLinks']),
  validateSearch: listSearch<OrderOf<typeof listShareLinks>>('created_at', 'expires_at', 'openings'),
  component: lazyRouteComponent(() => import('./routes/settings/ShareLinksPage.tsx'), 'ShareLinksPage'),
})
const organization = createRoute({
  ...within(settings, 'organization', ['nav.organization']),
  component: lazyRouteComponent(() => import('./routes/settings/OrganizationPage.tsx'), 'OrganizationPage'),
})
const department = createRoute({
  ...within(settings, 'department', ['nav.department']),
  component: lazyRouteComponent(() => import('./routes/settings/DepartmentPage.tsx'), 'DepartmentPage'),
})
const audit = createRoute({
  ...within(settings, 'audit', ['nav.audit']),
  validateSearch: listSearch<OrderOf<typeof listAudit>>('at'),
  component: lazyRouteComponent(() => import('./routes/audit/AuditPage.tsx'), 'AuditPage'),
})

const installation = createRoute({
  ...within(settings, 'installation', ['nav.installation']),
  component: lazyRouteComponent(() => import('./routes/settings/InstallationPage.tsx'), 'InstallationPage'),
})

const resources = createRoute({
  ...page('/resources', [{ title: 'nav.resources', to: '/resources' }]),
  component: lazyRouteComponent(() => import('./routes/resources/ResourcesPage.tsx'), 'ResourcesPage'),
})
const resourcesIndex = createRoute({
  ...within(resources, '/', []),
  beforeLoad: () => leadTo('/resources/help'),
})
const help = createRoute({
  ...within(resources, 'help', ['nav.help']),
  component: lazyRouteComponent(() => import('./routes/resources/HelpPage.tsx'), 'HelpPage'),
})
const helpArticle = createRoute({
  ...within(resources, 'help/$slug', [{ title: 'nav.help', to: '/resources/help' }]),
  component: lazyRouteComponent(() => import('./routes/resources/HelpArticlePage.tsx'), 'HelpArticlePage'),
})
const announcements = createRoute({
  ...within(resources, 'announcements', ['nav.announcements']),
  component: lazyRouteComponent(
    () => import('./routes/resources/AnnouncementsPage.tsx'),
    'AnnouncementsPage',
  ),
})
const releaseNotes = createRoute({
  ...within(resources, 'release-notes', ['nav.releaseNotes']),
  component: lazyRouteComponent(() => import('./routes/resources/ReleaseNotesPage.tsx'), 'ReleaseNotesPage'),
})
const documentation = createRoute({
  ...within(resources, 'documentation', ['nav.documentation']),
  component: lazyRouteComponent(
    () => import('./routes/resources/DocumentationPage.tsx'),
    'DocumentationPage',
  ),
})
const feedback = createRoute({
  ...within(resources, 'feedback', ['nav.feedback']),
  component: lazyRouteComponent(() => import('./routes/resources/FeedbackPage.tsx'), 'FeedbackPage'),
})

const unknown = createRoute({ ...page('$', ['error.notFoundCrumb']), component: NotFoundPage })

export const router = createRouter({
  basepath: here('/'),
  routeTree: root.addChildren([
    signIn,
    signOut,
    setup,
    resetPassword,
    shared.addChildren([
      sharedFirst,
      sharedMap,
      sharedFigures,
      sharedSafety,
      sharedImpacts.addChildren([sharedImpact]),
      sharedWeather,
      sharedComments,
    ]),
    signedIn.addChildren([
      index,
      dashboard,
      map,
      board,
      tripMap,
      reports.addChildren([reportGeneral, reportFuel, reportSafety, reportTable]),
      scheduledReports.addChildren([newSchedule, editSchedule, deleteSchedule]),
      reportLog,
      trips,
      trip.addChildren([
        tripSummary,
        tripSafety,
        tripImpacts.addChildren([impactEvent]),
        tripFuel,
        tripAlerts.addChildren([tripAlert]),
        tripComments,
        tripWeather,
        dataStudio,
      ]),
      comments,
      exports.addChildren([newExport]),
      vessels.addChildren([newVessel]),
      vessel.addChildren([
        vesselStatus.addChildren([
          vesselIndex,
          editVessel,
          deleteVessel,
          pairVessel,
          unpairVessel,
          connectVessel,
          vesselLogs,
          vesselSources,
          vesselHistory,
        ]),
        vesselLogbook,
        vesselStatistics,
        vesselSafety,
        vesselFuel,
        vesselTrips,
        vesselAlerts.addChildren([vesselAlert]),
        vesselComments,
        vesselRules,
        vesselSpecifications.addChildren([ignoredPeriod]),
        vesselSensors.addChildren([vesselSensor.addChildren([editSensor, mountSensor])]),
      ]),
      helm,
      captains.addChildren([newCaptain]),
      captain.addChildren([
        captainStatistics,
        captainSafety,
        captainFuel,
        captainTrips,
        captainRanks,
        seaService,
        editCaptain,
        deleteCaptain,
      ]),
      users.addChildren([newUser, oneUser, editUser, deleteUser]),
      devices.addChildren([connectBoat, oneDevice]),
      alerts.addChildren([oneAlert]),
      rules.addChildren([newRule]),
      oneRule.addChildren([deleteRule]),
      geofences,
      organizations.addChildren([newOrganization, editOrganization, deleteOrganization]),
      departments.addChildren([newDepartment, editDepartment, deleteDepartment]),
      apiKeys.addChildren([newApiKey, editApiKey, deleteApiKey]),
      settings.addChildren([
        settingsIndex,
        personal,
        password,
        notifications,
        webhooks,
        messages,
        shareLinks,
        organization,
        department,
        audit,
        installation,
      ]),
      resources.addChildren([
        resourcesIndex,
        help,
        helpArticle,
        announcements,
        releaseNotes,
        documentation,
        feedback,
      ]),
      unknown,
    ]),
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

// A session that ends leads to sign-in, and back to the page after signing in. A form with unsaved changes stays: the
// user may sign in again in another tab, and is asked before the page changes.
session.onEnd(() => {
  if (!router.state.matches.some(({ routeId }) => routeId === signedIn.id)) return
  if (hasUnsavedChanges()) toast.failure('error.sessionEnded')
  else void router.invalidate()
})

// Reloads the page, which clears all data and unsaved input of the previous user.
session.onOther(() => {
  sessionStorage.setItem(FOLLOWED, '')
  location.reload()
})
followOtherTabs()

/** Options shared by the pages after sign-in. */
function page<const Path extends string>(path: Path, crumbs: readonly Crumb[]) {
  return within(signedIn, path, crumbs)
}
function within<Parent, const Path extends string>(parent: Parent, path: Path, crumbs: readonly Crumb[]) {
  return { getParentRoute: () => parent, path, staticData: { crumbs } }
}

function leadTo(to: PagePath): never {
  throw redirect({ to })
}
