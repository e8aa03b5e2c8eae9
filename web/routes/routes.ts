// biome-ignore-all lint/correctness/noComponentHookFactories: rows import their pages by name and define none
/**
 * Every address of the console, as rows: path, breadcrumbs, search parameters, and the page by its name. A page is a chunk of
 * its own, loaded when it is opened. The paths of the rows within a row begin with its own.
 */
import {
  readCommentSearch,
  readDaysSearch,
  readFleetMapSearch,
  readGeofenceSearch,
  readImpactSearch,
  readLogbookSearch,
  readMomentSearch,
  readReportSearch,
  readResetSearch,
  readTripMapSearch,
  searchOf,
} from '../searchParameters.ts'
import { root, shared, signedIn, signIn, unknown, wall } from './frames.ts'
import { rowsOf } from './rowsOf.ts'

const tripRequests = () => import('../trips/tripRequests.ts')

const atRoot = rowsOf(root)
const visited = rowsOf(shared)
const page = rowsOf(signedIn)

export const routes = root.addChildren([
  signIn,
  atRoot('/signout', { SignOutPage: () => import('./signout/SignOutPage.tsx') }),
  atRoot('/setup', { SetupRoute: () => import('./setup/SetupRoute.tsx') }),
  atRoot('/reset-password', [], readResetSearch, {
    ResetPasswordRoute: () => import('./resetPassword/ResetPasswordRoute.tsx'),
  }),
  wall,
  shared.addChildren([
    visited('/', { SharedFirst: () => import('./trip/shared/SharedFirst.tsx') }),
    visited('map', { SharedMap: () => import('./trip/shared/SharedMap.tsx') }),
    visited('figures', { SummaryTab: () => import('./trip/summary/SummaryTab.tsx') }),
    visited('safety', { SafetyTab: () => import('./trip/safety/SafetyTab.tsx') }),
    visited('impacts', [], readImpactSearch, {
      ImpactsTab: () => import('./trip/impacts/ImpactsTab.tsx'),
    }).with((row) => [
      row('$eventTime', { ImpactEventDialog: () => import('./trip/impacts/ImpactEventDialog.tsx') }),
    ]),
    visited('weather', { WeatherTab: () => import('./trip/weather/WeatherTab.tsx') }),
    visited('comments', { SharedComments: () => import('./trip/shared/SharedComments.tsx') }),
  ]),
  signedIn.addChildren([
    page('/', { leadsTo: '/map' }),
    page('/dashboard/$', { leadsTo: '/reports' }),
    page('/map', ['nav.overview', 'nav.map'], readFleetMapSearch, {
      FleetMapPage: () => import('./map/FleetMapPage.tsx'),
    }),
    page('/board', ['nav.overview', 'nav.board'], { BoardPage: () => import('./board/BoardPage.tsx') }),
    page(
      '/map/trips/$tripId',
      [
        { title: 'nav.map', to: '/map' },
        { title: 'nav.trips', to: '/trips' },
      ],
      readTripMapSearch,
      { TripMapPage: () => import('./map/TripMapPage.tsx') },
      async ({ tripId }, address) => void (await tripRequests()).askForTripMap(tripId, address),
    ),
    page('/reports', ['nav.overview', { title: 'nav.reports', to: '/reports' }], readReportSearch, {
      ReportsPage: () => import('./reports/ReportsPage.tsx'),
    }).with((row) => [
      row('/', ['reports.general'], { GeneralTab: () => import('./reports/GeneralTab.tsx') }),
      row('fuel', ['reports.fuel'], { FuelTab: () => import('./reports/FuelTab.tsx') }),
      row('safety', ['reports.safety'], { SafetyTab: () => import('./reports/SafetyTab.tsx') }),
      row('table', ['reports.tableCrumb'], { TableTab: () => import('./reports/TableTab.tsx') }),
    ]),
    page(
      '/reports/scheduled',
      ['nav.overview', { title: 'nav.reports', to: '/reports' }, 'scheduled.title'],
      searchOf.reportSchedules,
      { ScheduledReportsPage: () => import('./reports/scheduled/ScheduledReportsPage.tsx') },
    ).with((row) => [
      row('new', { CreateScheduleDialog: () => import('./reports/scheduled/CreateScheduleDialog.tsx') }),
      row('$id/edit', { EditScheduleDialog: () => import('./reports/scheduled/EditScheduleDialog.tsx') }),
      row('$id/delete', {
        DeleteScheduleDialog: () => import('./reports/scheduled/DeleteScheduleDialog.tsx'),
      }),
    ]),
    page(
      '/reports/scheduled/log',
      [
        'nav.overview',
        { title: 'nav.reports', to: '/reports' },
        { title: 'scheduled.title', to: '/reports/scheduled' },
        'scheduled.log',
      ],
      searchOf.reportDeliveries,
      { ReportLogPage: () => import('./reports/scheduled/ReportLogPage.tsx') },
    ),
    page('/trips', ['nav.overview', 'nav.trips'], searchOf.trips, {
      TripsPage: () => import('./trips/TripsPage.tsx'),
    }),
    page(
      '/trips/$tripId',
      ['nav.overview', { title: 'nav.trips', to: '/trips' }],
      undefined,
      { TripPage: () => import('./trip/TripPage.tsx') },
      async ({ tripId }) => void (await tripRequests()).askForTrip(tripId),
    ).with((row) => [
      row(
        '/',
        [],
        readMomentSearch,
        { SummaryTab: () => import('./trip/summary/SummaryTab.tsx') },
        async ({ tripId }) => void (await tripRequests()).askForTripSummary(tripId),
      ),
      row('safety', [], readMomentSearch, { SafetyTab: () => import('./trip/safety/SafetyTab.tsx') }),
      row('impacts', [], readImpactSearch, {
        ImpactsTab: () => import('./trip/impacts/ImpactsTab.tsx'),
      }).with((row) => [
        row('$eventTime', { ImpactEventDialog: () => import('./trip/impacts/ImpactEventDialog.tsx') }),
      ]),
      row('fuel', [], readMomentSearch, { FuelTab: () => import('./trip/fuel/FuelTab.tsx') }),
      row('alerts', [], readMomentSearch, { AlertsTab: () => import('./trip/alerts/AlertsTab.tsx') }).with(
        (row) => [row('$alertId', { AlertDialog: () => import('./trip/alerts/AlertDialog.tsx') })],
      ),
      row('comments', [], readMomentSearch, { CommentsTab: () => import('./trip/comments/CommentsTab.tsx') }),
      row('weather', [], readMomentSearch, { WeatherTab: () => import('./trip/weather/WeatherTab.tsx') }),
      row('data-studio', [], readMomentSearch, {
        DataStudioTab: () => import('./trip/dataStudio/DataStudioTab.tsx'),
      }),
    ]),
    page('/comments', ['nav.overview', 'nav.comments'], readCommentSearch, {
      CommentsPage: () => import('./comments/CommentsPage.tsx'),
    }),
    page('/exports', ['nav.overview', { title: 'nav.exports', to: '/exports' }], searchOf.exports, {
      ExportsPage: () => import('./exports/ExportsPage.tsx'),
    }).with((row) => [
      row('new', ['exports.create'], {
        CreateExportDialog: () => import('./exports/CreateExportDialog.tsx'),
      }),
    ]),
    page('/first-boat', ['nav.fleet', 'firstBoat.title'], {
      FirstBoatPage: () => import('./vessels/first/FirstBoatPage.tsx'),
    }).with((row) => [
      row('new', { AddFirstBoat: () => import('./vessels/first/AddFirstBoat.tsx') }),
      row('connect', { ConnectFirstBoat: () => import('./vessels/first/ConnectFirstBoat.tsx') }),
    ]),
    page('/maintenance', ['nav.fleet', 'nav.maintenance'], searchOf.maintenance, {
      MaintenancePage: () => import('./maintenance/MaintenancePage.tsx'),
    }),
    page('/vessels', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }], searchOf.vessels, {
      VesselsPage: () => import('./vessels/VesselsPage.tsx'),
    }).with((row) => [row('new', { CreateVesselDialog: () => import('./vessels/CreateVesselDialog.tsx') })]),
    page('/vessels/$vesselId', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }], {
      VesselPage: () => import('./vessels/vessel/VesselPage.tsx'),
    }).with((row, frame) => [
      // The first tab stays visible below dialogs about the vessel as a whole.
      frame('status-tab', { StatusTab: () => import('./vessels/vessel/status/StatusTab.tsx') }).with(
        (row) => [
          row('/', {}),
          row('edit', { EditVesselDialog: () => import('./vessels/vessel/EditVesselDialog.tsx') }),
          row('delete', { DeleteVesselDialog: () => import('./vessels/vessel/DeleteVesselDialog.tsx') }),
          row('pair', { PairDialog: () => import('./vessels/pairing/PairDialog.tsx') }),
          row('unpair', { UnpairDialog: () => import('./vessels/pairing/UnpairDialog.tsx') }),
          row('connect', { ConnectDialog: () => import('./vessels/pairing/ConnectDialog.tsx') }),
          row('logs', { LogsDialog: () => import('./vessels/vessel/LogsDialog.tsx') }),
          row('sources', { VesselSourcesDialog: () => import('./vessels/sources/VesselSourcesDialog.tsx') }),
          row('status/$group/$deviceId/$key', {
            HistoryDialog: () => import('./vessels/vessel/status/HistoryDialog.tsx'),
          }),
        ],
      ),
      row('logbook', [], readLogbookSearch, {
        LogbookPage: () => import('./vessels/vessel/logbook/LogbookPage.tsx'),
      }),
      row('maintenance', [], searchOf.maintenance, {
        MaintenanceTab: () => import('./vessels/vessel/maintenance/MaintenanceTab.tsx'),
      }),
      row('service-book', [], searchOf.serviceRecords, {
        ServiceBookPage: () => import('./vessels/vessel/maintenance/ServiceBookPage.tsx'),
      }),
      row('statistics', { StatisticsTab: () => import('./vessels/vessel/StatisticsTab.tsx') }),
      row('safety', [], readDaysSearch, { SafetyTab: () => import('./vessels/vessel/SafetyTab.tsx') }),
      row('fuel', [], readDaysSearch, { FuelTab: () => import('./vessels/vessel/FuelTab.tsx') }),
      row('trips', [], searchOf.trips, { TripsTab: () => import('./vessels/vessel/TripsTab.tsx') }),
      row('alerts', [], searchOf.alerts, {
        AlertsTab: () => import('./vessels/vessel/alerts/AlertsTab.tsx'),
      }).with((row) => [
        row('$alertId', { AlertDialog: () => import('./vessels/vessel/alerts/AlertDialog.tsx') }),
      ]),
      row('comments', [], readCommentSearch, {
        CommentsTab: () => import('./vessels/vessel/comments/CommentsTab.tsx'),
      }),
      row('rules', [], searchOf.rules, { RulesTab: () => import('./vessels/vessel/rules/RulesTab.tsx') }),
      row('specifications', {
        SpecificationsTab: () => import('./vessels/vessel/specifications/SpecificationsTab.tsx'),
      }).with((row) => [
        row('ignored/$period', {
          IgnoredPeriodDialog: () => import('./vessels/vessel/specifications/IgnoredPeriodDialog.tsx'),
        }),
      ]),
      row('sensors', { SensorsTab: () => import('./vessels/vessel/sensors/SensorsTab.tsx') }).with((row) => [
        row('$sensorId', { SensorDialog: () => import('./vessels/vessel/sensors/SensorDialog.tsx') }).with(
          (row) => [
            row('edit', { EditSensorDialog: () => import('./vessels/vessel/sensors/EditSensorDialog.tsx') }),
            row('mounting', {
              MountSensorDialog: () => import('./vessels/vessel/sensors/MountSensorDialog.tsx'),
            }),
          ],
        ),
      ]),
    ]),
    page('/vessels/$vesselId/helm', ['nav.fleet', { title: 'nav.vessels', to: '/vessels' }], {
      HelmPage: () => import('./helm/HelmPage.tsx'),
    }),
    page('/captains', ['nav.fleet', { title: 'nav.captains', to: '/captains' }], searchOf.captains, {
      CaptainsPage: () => import('./captains/CaptainsPage.tsx'),
    }).with((row) => [
      row('new', { CreateCaptainDialog: () => import('./captains/CreateCaptainDialog.tsx') }),
    ]),
    page('/captains/$captainId', ['nav.fleet', { title: 'nav.captains', to: '/captains' }], {
      CaptainPage: () => import('./captains/CaptainPage.tsx'),
    }).with((row) => [
      row('/', { StatisticsTab: () => import('./captains/StatisticsTab.tsx') }),
      row('safety', [], readDaysSearch, { SafetyTab: () => import('./captains/SafetyTab.tsx') }),
      row('fuel', [], readDaysSearch, { FuelTab: () => import('./captains/FuelTab.tsx') }),
      row('trips', [], searchOf.trips, { TripsTab: () => import('./captains/TripsTab.tsx') }),
      row('ranks', { RanksDialog: () => import('./captains/RanksDialog.tsx') }),
      row('sea-service', { SeaServiceDialog: () => import('./captains/SeaServiceDialog.tsx') }),
      row('edit', { EditCaptainDialog: () => import('./captains/EditCaptainDialog.tsx') }),
      row('delete', { DeleteCaptainDialog: () => import('./captains/DeleteCaptainDialog.tsx') }),
    ]),
    page('/users', ['nav.fleet', { title: 'nav.users', to: '/users' }], searchOf.users, {
      UsersPage: () => import('./users/UsersPage.tsx'),
    }).with((row) => [
      row('new', { CreateUserDialog: () => import('./users/CreateUserDialog.tsx') }),
      row('$id', { UserDialog: () => import('./users/UserDialog.tsx') }),
      row('$id/edit', { EditUserDialog: () => import('./users/EditUserDialog.tsx') }),
      row('$id/delete', { DeleteUserDialog: () => import('./users/DeleteUserDialog.tsx') }),
    ]),
    page('/devices', ['nav.fleet', { title: 'nav.devices', to: '/devices' }], searchOf.devices, {
      DevicesPage: () => import('./devices/DevicesPage.tsx'),
    }).with((row) => [
      // Two path segments, because a device may have any single word as its name.
      row('connect/boat', { ChooseBoatDialog: () => import('./devices/ChooseBoatDialog.tsx') }),
      row('$deviceId', { DeviceDialog: () => import('./devices/DeviceDialog.tsx') }),
    ]),
    page('/alerts', ['nav.monitoring', { title: 'nav.alerts', to: '/alerts' }], searchOf.alerts, {
      AlertsPage: () => import('./alerts/AlertsPage.tsx'),
    }).with((row) => [row('$alertId', { AlertDialog: () => import('./alerts/AlertDialog.tsx') })]),
    page('/rules', ['nav.monitoring', { title: 'nav.rules', to: '/rules' }], searchOf.rules, {
      RulesPage: () => import('./rules/RulesPage.tsx'),
    }).with((row) => [row('new', { NewRuleDialog: () => import('./rules/NewRuleDialog.tsx') })]),
    page('/rules/$ruleId', ['nav.monitoring', { title: 'nav.rules', to: '/rules' }], {
      RulePage: () => import('./rules/RulePage.tsx'),
    }).with((row) => [row('delete', { DeleteRuleDialog: () => import('./rules/DeleteRuleDialog.tsx') })]),
    page('/geofences', ['nav.monitoring', 'nav.geofences'], readGeofenceSearch, {
      GeofencesPage: () => import('./geofences/GeofencesPage.tsx'),
    }),
    page(
      '/organizations',
      ['nav.administration', { title: 'nav.organizations', to: '/organizations' }],
      searchOf.organizations,
      { OrganizationsPage: () => import('./organizations/OrganizationsPage.tsx') },
    ).with((row) => [
      row('new', { CreateOrganizationDialog: () => import('./organizations/CreateOrganizationDialog.tsx') }),
      row('$id/edit', { EditOrganizationDialog: () => import('./organizations/EditOrganizationDialog.tsx') }),
      row('$id/delete', {
        DeleteOrganizationDialog: () => import('./organizations/DeleteOrganizationDialog.tsx'),
      }),
    ]),
    page(
      '/departments',
      ['nav.administration', { title: 'nav.departments', to: '/departments' }],
      searchOf.departments,
      { DepartmentsPage: () => import('./departments/DepartmentsPage.tsx') },
    ).with((row) => [
      row('new', { CreateDepartmentDialog: () => import('./departments/CreateDepartmentDialog.tsx') }),
      row('$id/edit', { EditDepartmentDialog: () => import('./departments/EditDepartmentDialog.tsx') }),
      row('$id/delete', { DeleteDepartmentDialog: () => import('./departments/DeleteDepartmentDialog.tsx') }),
    ]),
    page('/api-keys', ['nav.administration', 'nav.apiKeys'], searchOf.apiKeys, {
      ApiKeysPage: () => import('./apiKeys/ApiKeysPage.tsx'),
    }).with((row) => [
      row('new', { CreateApiKeyDialog: () => import('./apiKeys/CreateApiKeyDialog.tsx') }),
      row('$id/edit', { EditApiKeyDialog: () => import('./apiKeys/EditApiKeyDialog.tsx') }),
      row('$id/delete', { DeleteApiKeyDialog: () => import('./apiKeys/DeleteApiKeyDialog.tsx') }),
    ]),
    page('/settings', [{ title: 'nav.settings', to: '/settings' }], {
      SettingsLayout: () => import('./settings/SettingsLayout.tsx'),
    }).with((row) => [
      row('/', { leadsTo: '/settings/personal' }),
      row('personal', ['nav.personal'], { PersonalPage: () => import('./settings/PersonalPage.tsx') }),
      row('password', ['nav.password'], { PasswordPage: () => import('./settings/PasswordPage.tsx') }),
      row('notifications', ['nav.notifications'], {
        NotificationsPage: () => import('./settings/NotificationsPage.tsx'),
      }),
      row('webhooks', ['nav.webhooks'], { WebhooksPage: () => import('./settings/WebhooksPage.tsx') }),
      row('messages', ['nav.messages'], searchOf.messages, {
        MessagesPage: () => import('./settings/MessagesPage.tsx'),
      }),
      row('share-links', ['nav.shareLinks'], searchOf.shareLinks, {
        ShareLinksPage: () => import('./settings/ShareLinksPage.tsx'),
      }),
      row('wall-screens', ['nav.wallLinks'], searchOf.wallLinks, {
        WallLinksPage: () => import('./settings/WallLinksPage.tsx'),
      }),
      row('organization', ['nav.organization'], {
        OrganizationPage: () => import('./settings/OrganizationPage.tsx'),
      }),
      row('department', ['nav.department'], {
        DepartmentPage: () => import('./settings/DepartmentPage.tsx'),
      }),
      row('audit', ['nav.audit'], searchOf.audit, { AuditPage: () => import('./audit/AuditPage.tsx') }),
      row('installation', ['nav.installation'], {
        InstallationPage: () => import('./settings/InstallationPage.tsx'),
      }),
    ]),
    page('/resources', [{ title: 'nav.resources', to: '/resources' }], {
      ResourcesPage: () => import('./resources/ResourcesPage.tsx'),
    }).with((row) => [
      row('/', { leadsTo: '/resources/help' }),
      row('help', ['nav.help'], { HelpPage: () => import('./resources/HelpPage.tsx') }),
      row('help/$slug', [{ title: 'nav.help', to: '/resources/help' }], {
        HelpArticlePage: () => import('./resources/HelpArticlePage.tsx'),
      }),
      row('announcements', ['nav.announcements'], {
        AnnouncementsPage: () => import('./resources/AnnouncementsPage.tsx'),
      }),
      row('release-notes', ['nav.releaseNotes'], {
        ReleaseNotesPage: () => import('./resources/ReleaseNotesPage.tsx'),
      }),
      row('documentation', ['nav.documentation'], {
        DocumentationPage: () => import('./resources/DocumentationPage.tsx'),
      }),
      row('feedback', ['nav.feedback'], { FeedbackPage: () => import('./resources/FeedbackPage.tsx') }),
    ]),
    unknown,
  ]),
])
