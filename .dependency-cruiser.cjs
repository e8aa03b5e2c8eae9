/**
 * Allowed imports between folders. The folders follow the life of a reading; a row lists what a folder may use besides
 * itself. Tests may import anything below the folder they test, and the server's tools for tests the whole product.
 */
/** Module with the type of the database, which every caller of an SQL function passes on. */
const dbType = 'server/stores/relational/openRecords.ts'

const rows = {
  words: [],
  contract: [],
  protocols: ['contract'],
  simulator: ['contract', 'protocols'],
  basemap: ['contract', 'server/basemap'],
  web: ['contract', 'words'],
  server: ['contract', 'protocols', 'simulator', 'words'],
  'server/platform': ['contract', 'server/config.ts'],
  'server/words': ['contract', 'words'],
  'server/stores': ['contract', 'server/files', 'server/platform', 'server/config.ts'],
  'server/telemetry': ['contract', 'server/stores', 'server/platform'],
  'server/records': ['contract', 'server/stores', 'server/platform', 'server/words'],
  'server/analytics': [
    'contract',
    'server/stores',
    'server/platform',
    'server/telemetry',
    'server/records',
    'server/processing/formulas',
  ],
  'server/downloads': [
    'contract',
    'server/platform',
    'server/telemetry',
    'server/records',
    'server/analytics',
    'server/files',
    'server/processing/formulas',
    dbType,
    'server/words',
  ],
  'server/gateway': [
    'contract',
    'protocols',
    'server/files',
    'server/platform',
    'server/records',
    'server/telemetry',
    'server/config.ts',
    dbType,
  ],
  'server/processing/formulas': ['contract', 'server/records', 'server/telemetry', dbType],
  'server/processing/loop': [
    'contract',
    'server/platform',
    'server/records',
    'server/telemetry',
    'server/processing/formulas',
    dbType,
  ],
  'server/access': [
    'contract',
    'server/platform',
    'server/records',
    'server/notify',
    'server/stores',
    'server/config.ts',
    'server/words',
  ],
  'server/realtime': [
    'contract',
    'server/platform',
    'server/records',
    'server/telemetry',
    'server/access',
    dbType,
  ],
  'server/files': ['contract', 'server/platform', 'server/config.ts'],
  'server/notify': [
    'contract',
    'server/platform',
    'server/records',
    'server/config.ts',
    dbType,
    'server/words',
  ],
  'server/cluster': [
    'contract',
    'server/files',
    'server/platform',
    'server/processing/loop',
    'server/stores',
    'server/telemetry',
    'server/config.ts',
  ],
  'server/weather': [
    'contract',
    'server/platform',
    'server/records',
    'server/telemetry',
    'server/processing/loop/step.ts',
    dbType,
  ],
  'server/charts': ['contract', 'server/basemap', 'server/files', 'server/platform'],
  'server/basemap': ['contract', 'server/files', 'server/platform'],
  'server/demo': ['contract', 'protocols', 'simulator', 'server'],
  'server/commands': ['contract', 'protocols', 'simulator', 'server'],
  'server/api': [
    'contract',
    'server/words',
    'protocols/can/j1939Parameters.ts',
    'server/access',
    'server/records',
    'server/telemetry',
    'server/analytics',
    'server/downloads',
    'server/processing/formulas',
    'server/notify',
    'server/files',
    'server/realtime',
    'server/basemap',
    'server/charts',
    'server/platform',
    'server/stores',
    'server/config.ts',
  ],
}
const tops = ['words', 'contract', 'protocols', 'simulator', 'basemap', 'server', 'web']
const tests = '\\.(test|live\\.test)\\.tsx?$'
const inside = (names) => names.map((name) => (name.endsWith('.ts') ? `^${name}$` : `^${name}/`))

module.exports = {
  forbidden: [
    { name: 'no import goes round in a circle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(rows).map(([folder, allowed]) => ({
      name: `${folder} imports only ${allowed.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: `${tests}|^server/testing/` },
      to: { path: inside(tops), pathNot: inside([folder, ...allowed]) },
    })),
    {
      name: 'a page does not lean on its neighbours',
      severity: 'error',
      from: { path: '^web/routes/([^/]+)/' },
      to: { path: '^web/routes/[^/]+/', pathNot: '^web/routes/$1/' },
    },
    {
      name: 'building blocks know no page',
      severity: 'error',
      from: { path: '^web/[^/]+/', pathNot: '^web/routes/' },
      to: { path: '^web/routes/' },
    },
    {
      name: 'nothing that runs leans on tools for tests',
      severity: 'error',
      from: {
        path: '^(contract|protocols|simulator|basemap|server|web)/',
        pathNot: `^(server|web)/testing/|${tests}`,
      },
      to: { path: '^(server|web)/testing/' },
    },
    {
      name: 'only the start and the demo know whether there are several processes',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `^server/(\\w+\\.ts$|cluster/|demo/|testing/)|${tests}`,
      },
      to: { path: '^server/cluster/' },
    },
    {
      name: 'endpoints live in server/api, those that devices call in server/gateway',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `^server/(api|gateway|testing)/|^server/platform/localOnly.ts$|${tests}`,
      },
      to: { path: 'node_modules/(fastify|@fastify/[^/]+)/' },
    },
    {
      name: 'only stores open databases',
      severity: 'error',
      from: {
        path: '^(server|basemap|simulator|web|contract|protocols)/',
        pathNot: `^server/(stores|testing)/|${tests}`,
      },
      to: { path: 'node_modules/(pg|@clickhouse/client|@electric-sql/pglite|chdb)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|e2e|bench)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
