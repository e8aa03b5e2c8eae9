/**
 * Attacks on the program, and faults of what it depends on. `securityPage.test.ts` writes docs/security.md from this list,
 * and checks that each named test exists.
 */
export interface SecurityCase {
  id: string
  /** The attempt, in one line. */
  tried: string
  /** Result that the attempt must have. */
  holds: string
  /** Titles of the tests that prove it, as they stand in the file. */
  tests?: Readonly<Record<string, readonly string[]>>
  /** Parts that no test proves yet. */
  missing?: string
  /** Reason for leaving out the rest, or everything, on purpose. */
  reason?: string
}

const PATHS = 'server/api/attacks/paths.db.test.ts'
const SIGN_IN = 'server/api/attacks/signIn.db.test.ts'
const KEYS = 'server/api/attacks/keys.db.test.ts'
const FIELDS = 'server/api/attacks/fields.db.test.ts'
const AUDIT = 'server/api/attacks/audit.db.test.ts'
const IDENTITY = 'server/api/identity/identityRoutes.db.test.ts'
const CODES = 'server/api/auth/signInCodes.db.test.ts'
const MATRIX = 'server/api/accessMatrix.db.test.ts'
const REALTIME = 'server/api/realtime.db.test.ts'
const REVOCATION = 'server/api/revocation.db.test.ts'
const GATEWAY = 'server/gateway/gateway.db.test.ts'
const DEVICES = 'server/api/devices/devices.db.test.ts'
const IMAGES = 'server/api/images/images.db.test.ts'
const PICTURES = 'server/api/pictures/pictures.db.test.ts'
const DOWNLOADS = 'server/api/downloads/downloads.db.test.ts'
const FETCHER = 'server/api/fetcher/fetcher.db.test.ts'
const CONSOLE = 'server/api/console/consoleRoutes.db.test.ts'
const PROBLEMS = 'server/api/answerProblem.test.ts'
const SENDER = 'server/notify/sender.db.test.ts'
const PROCESSING = 'server/processing/loop/processing.db.test.ts'
const ROLES = 'server/roles.live.test.ts'
const COLUMNS = 'server/testing/columnsCases.ts'
const UPLOADS = 'server/api/attacks/uploads.db.test.ts'
const CHARTS = 'server/charts/hostileCharts.test.ts'

export const ATTACKS: readonly SecurityCase[] = [
  {
    id: 'A1',
    tried:
      'Read, change or delete rows of another organization or department by id, in any spelling of the id.',
    holds: 'The answer equals the one to a missing row, for every call, role and position of the row.',
    tests: {
      [MATRIX]: ['shows %s what they may see and nothing else'],
      [PATHS]: [
        'finds nothing of other organizations by id, however the id is spelled',
        'answers not found for what cannot be an id, on every route',
      ],
      'server/everyRoute.db.test.ts': [
        'lists every answered route as a call of the contract or as a known route with its callers',
      ],
      'server/api/endpoints.test.ts': [
        'has an access case for each endpoint that needs a caller, and no other',
      ],
    },
    reason: 'Tests measure no time. One query reads foreign and missing rows alike.',
  },
  {
    id: 'A2',
    tried:
      'Forge roles and permissions: look-alike letters, wildcards, NUL, other types, ids of parents, rights of before.',
    holds: 'Nothing is granted. A lost right ends within five seconds, on open sockets too.',
    tests: {
      [FIELDS]: ['makes no super user from anything that looks like a super role'],
      'contract/domain/permissions.test.ts': [
        'grants no role what an organization admin may not do',
        'grants everywhere with a star, and else on what has the id or lies in the department',
      ],
      'server/access/mayGrant.test.ts': ['refuses to grant more than the caller has'],
      'server/api/users/memberships.db.test.ts': [
        'refuses to give oneself a department, one out of reach, or more than one’s own role',
      ],
      [REVOCATION]: [
        'limits a token within five seconds to what its user still may',
        'applies an event at once',
      ],
      [REALTIME]: ['applies lost and new rights while the socket is open'],
    },
  },
  {
    id: 'A3',
    tried:
      'Name a foreign department or organization in a body or a filter, with unknown operators and nested fields.',
    holds: 'No row outside the caller’s reach, and no server error.',
    tests: {
      [PATHS]: ['returns nothing of other organizations in lists, whatever the filter'],
      'contract/wire/list.test.ts': ['refuses what no list supports'],
      'server/api/trips/listTrips.db.test.ts': [
        'refuses to list by a field or an operator that is not on the list',
        'limits the list to a department and those below, never beyond the caller’s reach',
      ],
      [DOWNLOADS]: ['writes nothing outside the caller’s reach, whatever owner a request names'],
    },
  },
  {
    id: 'A4',
    tried:
      'Refer in a body to foreign people, images, trips, vessels, geofences, rules, devices or captains.',
    holds: 'The call is refused, and the author is always the caller.',
    tests: {
      'server/api/comments/comments.db.test.ts': [
        'refuses a comment from a viewer, and about what the caller cannot see',
        'stores the caller as author, whoever the request names',
        'attaches only unused images of the caller, all or none, and at most 20',
      ],
      'server/api/rules/rules.db.test.ts': ['refuses boats, fences and people of %s'],
      'server/api/geofences/geofences.db.test.ts': [
        'deletes named rules together with the fence, but only those about it',
      ],
      [DEVICES]: ['transfers a device, frees the other vessel’s own, and reaches no foreign vessel'],
      'server/api/trips/listTrips.db.test.ts': [
        'changes the captain, only to one of the caller’s own, and no other field',
      ],
      'server/api/attacks/shareLinks.db.test.ts': [
        'accepts only comments of the trip, and only an impact within it',
      ],
    },
  },
  {
    id: 'A5',
    tried:
      'Send fields that a call does not list, such as role, organization, credits, flags and file names.',
    holds: 'Every write leaves those fields as they were.',
    tests: { [FIELDS]: ['sets no field that %s does not list'] },
  },
  {
    id: 'A6',
    tried:
      'Reach calls of super users with lesser roles: other methods, slashes, capitals, encodings, literal parameters.',
    holds: 'No call is reachable.',
    tests: {
      [PATHS]: [
        'refuses the calls of super users to everyone else',
        'refuses other methods than the one of a call',
      ],
      'server/everyRoute.db.test.ts': [
        'refuses a caller without credentials at every route that is not public',
      ],
      'server/api/apiKeys/apiKeys.db.test.ts': [
        'refuses to make, list, rename or delete a key for anyone but an administrator of the organization',
        'refuses to make keys for a key, whatever its role',
      ],
      [CONSOLE]: ['answers calls that do not exist as not found, however they are spelt'],
    },
  },
  {
    id: 'A7',
    tried:
      'Guess one-time codes: many at once, from many addresses, with forged proxy headers, over many accounts.',
    holds: 'A code has five tries, counted atomically, ten minutes and one use.',
    tests: {
      [CODES]: [
        'accepts five tries at a code, however many come at once',
        'refuses a code after ten minutes',
        'signs in with the mailed code, once, however it is written',
        'gives a token to one of several callers with the right code',
        'stops one place from guessing at many addresses, whatever it claims to be',
      ],
      [SIGN_IN]: ['counts all addresses of an IPv6 household as one place'],
      'server/api/access.live.test.ts': [
        'mails one code for requests at once, and signs in one of those who use it',
      ],
      'server/api/identity/secondFactor.db.test.ts': [
        'stops after five wrong codes at a sign-in and ten at an account',
      ],
    },
  },
  {
    id: 'A8',
    tried: 'Find out which addresses have an account, by sign-in, code and password reset.',
    holds: 'The answers are identical, and the server does the same work.',
    tests: {
      [CODES]: ['answers the same for an unknown address, and mails nothing'],
      [IDENTITY]: [
        'answers the same for a wrong password and an unknown address',
        'resets a password through a link of its own address, which works once and ends all sessions',
      ],
      [SIGN_IN]: ['works as hard on an unknown address as on a known one'],
    },
    reason: 'Tests measure no time. They count the password hashes, which are nearly all of it.',
  },
  {
    id: 'A9',
    tried: 'Flood the sign-in with wrong passwords.',
    holds: 'Few tries are hashed, other calls stay fast, and the owner signs in 15 minutes later.',
    tests: {
      [SIGN_IN]: [
        'hashes no password once a place has used up its tries',
        'limits guesses at one account to fifty from many places, and admits its owner 15 minutes later',
        'does not count refused tries, so trying on does not extend the wait',
      ],
      [IDENTITY]: [
        'stops at six wrong passwords, even when they come all at once, and refuses the right one too',
      ],
      'server/apis.live.test.ts': ['counts wrong passwords over both'],
    },
    missing: 'A measurement of other calls during a flood from many addresses.',
  },
  {
    id: 'A10',
    tried:
      'Forge access tokens: other algorithms, keys, key ids, headers and claims, or tokens of another purpose.',
    holds: 'No token is accepted, and each installation makes a random secret.',
    tests: {
      [SIGN_IN]: [
        'refuses hundreds of forged tokens: other algorithms, keys, key ids and headers',
        'refuses a session, exchange or reset token as an access token',
        'makes a random secret of its own',
      ],
      'server/access/tokens.test.ts': [
        'refuses a token that anybody could have made',
        'refuses a genuine token for another purpose or time',
      ],
      'server/access/callers.db.test.ts': [
        'finds no caller behind claims from the moment at which they expire',
      ],
    },
  },
  {
    id: 'A11',
    tried: 'Use a token after sign-out, deletion, another role, another organization or another password.',
    holds: 'The token ends within five seconds.',
    tests: {
      [REVOCATION]: [
        'refuses a token within five seconds when its session or user is gone',
        'refuses a signed-out token at once, and publishes it to every other process',
        'refuses a token when its ten minutes are over',
      ],
      [IDENTITY]: [
        'ends the session and its token at sign-out',
        'ends every other session when the password changes, without being asked',
      ],
      'server/api/users/users.db.test.ts': [
        'ends the sessions of a deleted person and keeps their comments',
        'changes a role at once, also for tokens in use',
      ],
      [REALTIME]: [
        'closes when the session ends, without an event',
        'follows a super user into another organization and leaves the first',
      ],
      'server/apis.live.test.ts': ['closes the sockets at one API when a person signs out at the other'],
    },
  },
  {
    id: 'A12',
    tried: 'Find an API key in answers, rows, logs or mails, use a part of a key, or use a deleted key.',
    holds: 'No key is shown after it was made, and a deleted key is refused at once.',
    tests: {
      [KEYS]: [
        'shows no secret in answers, rows, logs or mails, wherever a program put it',
        'accepts no part of a key',
        'refuses a deleted key at once, whatever was cached of it',
      ],
      'server/api/apiKeys/apiKeys.db.test.ts': [
        'gives a key a role that suits its department, and never one above the organization',
      ],
      'server/api/meter.db.test.ts': ['allows a key what its role may in its department, on its own surface'],
    },
  },
  {
    id: 'A13',
    tried: 'Spend one credit a thousand times at once, and around midnight.',
    holds: 'One call succeeds, the others get 402, and the credits never go below zero.',
    tests: {
      [KEYS]: [
        'answers exactly one of a thousand calls at once when one credit is left',
        'spends each day’s own credits across midnight, never below zero',
      ],
    },
  },
  {
    id: 'A14',
    tried: 'Guess pairing codes, repeat a used one, or pair one device by many callers at once.',
    holds: 'Ten wrong codes lock a person for 15 minutes. A code has 40 bits, a day and one use.',
    tests: {
      [DEVICES]: [
        'pairs by a code once, and answers all wrong codes alike',
        'refuses codes for fifteen minutes after ten wrong ones, and does not count right ones',
        'pairs one of many callers that try one code at once',
      ],
      'server/api/devices/pairingLock.db.test.ts': [
        'ends at most five locks an hour, so that ended locks do not allow guessing codes',
      ],
      'server/records/devices.db.test.ts': [
        'makes codes of eight characters, and pairs no device that is revoked or on a vessel',
        'refuses a code after a day, or when there is a newer one',
        'pairs one of many vessels that use a code at once',
      ],
    },
  },
  {
    id: 'A15',
    tried: 'Send as another device: foreign topic, copied or former secret, known id, repeated batch.',
    holds: 'Nothing is accepted, and open connections of an unpaired device end within five seconds.',
    tests: {
      [GATEWAY]: [
        'rejects a device with a wrong secret',
        'refuses a device that publishes as another device',
        'disconnects a device within five seconds when it loses its vessel or its secret',
        'answers nothing about a device without its secret, and issues no id twice',
        'stores a batch once when it is sent three times',
      ],
      'server/gateway/mqttPorts.db.test.ts': [
        'a device that signs in at a second gateway loses its connections at the first',
      ],
      'server/gateway/phoneRoutes.db.test.ts': [
        'is refused with an unknown key, the id of another phone, or a secret of another device',
        'is refused with the key before the present one, and once it is revoked',
        'is refused after sixty unknown keys in a minute from its address, while a known phone is not',
      ],
      'server/gateway/devicePorts.db.test.ts': [
        'gets no answer from outside the networks of the operator',
        'is no device of another kind with that id',
        'is refused from an unknown or unpaired address, and from outside the networks',
      ],
      'server/gateway/bridges.db.test.ts': [
        'is not let in without its secret, nor with the secret of another one, nor once it has ended',
      ],
    },
  },
  {
    id: 'A16',
    tried:
      'Leave the own topics over MQTT: wildcards, broker topics, shared subscriptions, equal client ids, last wills, huge packets.',
    holds: 'No foreign message is read or written, and the broker continues.',
    tests: {
      [GATEWAY]: [
        'refuses a device that publishes as another device',
        'refuses a device that subscribes to another device’s topics or the broker’s',
        'keeps another device’s connection when the client ids are equal',
        'closes the connection of a device that announces a packet of any length',
        'publishes no last will to another device, nor one that pretends to be the broker',
        'refuses foreign topics and a packet of any length',
        'ends a connection with an empty or a huge topic, with a second CONNECT or of MQTT 5',
        'rejects a wrong secret, and the topic of another device',
      ],
      'server/gateway/mqttTopics.test.ts': ['allows a device to subscribe to its own topics only'],
      'server/gateway/mosquittoExample.live.test.ts': ['a device publishes for itself alone'],
      'server/gateway/packetLimit.test.ts': [
        'refuses a large packet at its header, and a length that has no end',
      ],
    },
  },
  {
    id: 'A17',
    tried:
      'Attack through Signal K: names of prototypes as context and path, foreign contexts, signs of patterns, deep nesting.',
    holds: 'No prototype changes, nothing stalls, and a connection keeps its identity.',
    tests: {
      'protocols/signalk/signalk.test.ts': [
        'sets nonsense aside and keeps the rest',
        'survives nesting deeper than any stack',
        'reads other vessels as AIS targets, whichever comes first',
      ],
      'protocols/nonsense.test.ts': ['throws on no bytes, and counts what it rejects'],
      [GATEWAY]: [
        'keeps the identity of a Signal K connection, whatever a message says',
        'answers 400 or sets aside for any batch, and pollutes no prototype',
      ],
      [PATHS]: ['pollutes no prototype, by body, query or path'],
    },
    reason:
      'No server with known holes stands beside ours as a control. A test is shown to find a hole by opening it in our source.',
  },
  {
    id: 'A18',
    tried: 'Let a page of another site or subdomain open sockets and send forms with the user’s cookie.',
    holds: 'Every attempt is refused.',
    tests: {
      [REALTIME]: ['refuses a page of another site'],
      [SIGN_IN]: ['changes nothing by the cookie alone when a page of another site asks'],
      [IDENTITY]: [
        'changes nothing for a page of another site',
        'accepts no host name as its own that only the caller claims',
      ],
      'server/access/origins.test.ts': ['distinguishes the console’s own pages from others'],
    },
  },
  {
    id: 'A19',
    tried:
      'Upload files with paths as names, pages and scripts as pictures, huge dimensions, places in EXIF, bytes over the limit.',
    holds: 'No file is named by a caller, no script is served, hidden data is removed, memory stays bounded.',
    tests: {
      [IMAGES]: [
        'names no file after %j',
        'removes location and hidden data of an image',
        'refuses a file that is no picture or a bomb, whatever its name, and stores nothing of it',
        'stores a %s as JPEG in two sizes',
      ],
      [PICTURES]: [
        'refuses a file that is no picture, too small, too large or a bomb',
        'reads no other file, however its key is spelled',
      ],
      'server/api/models/checkGlb.test.ts': [
        'refuses a reference out of the file, or to a missing part',
        'refuses parts within themselves, or too many of them, before it follows them',
      ],
      'server/api/models/models.db.test.ts': ['refuses %s and leaves nothing behind'],
      'server/api/charts/charts.db.test.ts': [
        'refuses a file that is no chart with advice, and leaves nothing',
      ],
      'server/files/folderFiles.test.ts': ['never leaves its folder'],
    },
  },
  {
    id: 'A20',
    tried:
      'Guess a link to a download, trip or wall screen, use one of another person, or use one after its end.',
    holds:
      'A link has 256 random bits and opens one thing: a download of one person, a trip, or the board of a department.',
    tests: {
      [DOWNLOADS]: [
        'serves a link to the person who requested it, repeatedly, and to no one else',
        'expires a link after a quarter of an hour, and at once when the right is gone',
      ],
      'server/api/attacks/shareLinks.db.test.ts': [
        'answers alike for unknown, expired, revoked and missing links, at every call',
        'refuses the token of a link everywhere else, however it is sent',
      ],
      'server/api/attacks/wallLinks.db.test.ts': [
        'refuses the token everywhere else, however it is sent',
        'has only the board and two acts on its own surface',
        'refuses wrong credentials, other organizations, and users who may only view',
        'ends a pass after five minutes, at sign-out, and with its link or its session',
      ],
    },
  },
  {
    id: 'A21',
    tried:
      'Make the server call its own network: numbers in every form, look-alike digits, redirects, rebinding, other schemes.',
    holds: 'A server that waits there receives no connection.',
    tests: {
      'server/notify/outside.test.ts': [
        'does not call %s',
        'refuses %s as an address to call',
        'does not call a name that leads to a private address, whatever it led to before',
        'calls what an operator lists, by number and by name, and follows no redirects',
      ],
      'server/notify/webPush.db.test.ts': ['refuses a push address in a private network'],
      'server/api/notifications/journey.db.test.ts': [
        'refuses webhooks without the right for the organization, to private addresses, and of others',
      ],
    },
    reason:
      'Only the operator or a super admin names the sign-in provider, weather and maps, which may be in a private network.',
  },
  {
    id: 'A22',
    tried: 'Store scripts in comments, names, labels and mails, and open the pages that show them.',
    holds:
      'No script runs. The content security policy forbids inline scripts except two of the page before sign-in.',
    tests: {
      [CONSOLE]: ['allows scripts from its own address alone'],
      'contract/text/escapeMarkup.test.ts': ['escapes tags, entities and the ends of attributes'],
      'e2e/comments.spec.ts': ['posts, views and deletes a comment with two images'],
      'server/api/dev/keptMailRoute.test.ts': ['shows the content of a mail as text, never as a page'],
      'server/notify/alertMail.test.ts': [
        'writes hostile names into a mail as text, and no further header or recipient',
      ],
      'server/downloads/seaService.test.ts': [
        'writes hostile names into a PDF as text, without actions, links and files',
      ],
    },
    missing: 'A browser that opens popups of the map and tooltips with hostile names.',
  },
  {
    id: 'A23',
    tried: 'Inject SQL by filters, orders, fields, cursors and keys of objects.',
    holds: 'Names come from a list, and values are parameters.',
    tests: {
      [PATHS]: ['returns nothing of other organizations in lists, whatever the filter'],
      [FETCHER]: ['refuses invalid or too large requests with a sentence'],
      'server/api/publicApi/cursors.db.test.ts': [
        'refuses a cursor of another list, another order or an invented one',
      ],
      'server/api/vessels/vessels.db.test.ts': [
        'finds by a part of a name, whatever its case and accents, and nothing by a wildcard',
      ],
      'server/api/trips/listTrips.db.test.ts': ['finds nothing by an invalid id'],
    },
    missing: 'A run of a general tool for SQL injection over every call.',
  },
  {
    id: 'A24',
    tried:
      'Read files, call addresses or run programs through a query of the column store, or SQL through an uploaded chart.',
    holds:
      'Reading sessions refuse it, as they refuse writes and longer time limits. A chart has plain tables alone.',
    tests: {
      [COLUMNS]: ['rejects a read that %s'],
      [CHARTS]: ['refuses an MBTiles file with %s'],
    },
  },
  {
    id: 'A25',
    tried: 'Store text that a spreadsheet takes for a formula, and export it.',
    holds: 'Cells stay text, numbers stay numbers, and files read back unchanged.',
    tests: {
      'server/downloads/formats.test.ts': [
        'defuses %j',
        'writes CSV with units in the header, fractions of seconds, nothing for null and no formula',
        'writes Parquet that reads back unchanged, in row groups as its batches',
      ],
      'server/downloads/seaService.test.ts': [
        'writes a CSV with a line for each vessel and one for all, and no formula',
      ],
      'server/downloads/exports/exports.db.test.ts': [
        'writes seconds that the column store reads back unchanged',
        'writes impacts with their circumstances, and alerts in words',
      ],
    },
    reason:
      'No spreadsheet program runs in the suite. The tests check the quoting that such programs read as text.',
  },
  {
    id: 'A26',
    tried:
      'Send bombs: packed zeros, packed layers, deep JSON, huge headers, references in a circle, slow requests.',
    holds: 'The input is refused early, with bounded memory, while others are served.',
    tests: {
      [GATEWAY]: [
        'refuses a zip bomb, an unknown encoding and a torn body',
        'answers 400 or sets aside for any batch, and pollutes no prototype',
      ],
      'server/gateway/importedFiles.db.test.ts': [
        'says what to do about a file that unpacks to far more than a log, or is packed repeatedly',
      ],
      [IMAGES]: ['refuses a file that is no picture or a bomb, whatever its name, and stores nothing of it'],
      'server/api/models/checkGlb.test.ts': [
        'refuses parts within themselves, or too many of them, before it follows them',
      ],
      [UPLOADS]: ['takes logs of others beside every kind of hostile log'],
      [CHARTS]: [
        'reads no tile of an MBTiles file that is larger than a tile can be',
        'unpacks no directory and no tile of a PMTiles file beyond its limit',
        'stops a chart whose tile breaks a limit, and opens it again only for a person',
      ],
      'server/platform/workerPool.test.ts': [
        'kills a worker that never returns, at its limit or when the work is no longer wanted',
      ],
      'server/gateway/logQueue.db.test.ts': [
        'stops a log that takes too much memory, and reads it again only for a person',
      ],
      'server/gateway/importLog.test.ts': ['refuses an archive of more files than anyone sends'],
      'protocols/tracks/tracks.test.ts': [
        'gives up a document with an endless %s, and keeps what came before',
        'expands no entity of a document type',
      ],
      [PROBLEMS]: ['answers invalid addresses, invalid HTTP, two lengths and too many headers as a problem'],
      'server/api/openHttp.test.ts': [
        'ends a call whose body hardly arrives, whether its length is known or not',
        'waits for hours for a body that goes on arriving',
        'waits a minute for the head of a call',
      ],
    },
  },
  {
    id: 'A27',
    tried: 'Send names of prototypes in JSON, queries, paths and forms.',
    holds: 'No prototype changes, and no call fails.',
    tests: {
      [PATHS]: [
        'pollutes no prototype, by body, query or path',
        'pollutes no prototype by the names of a form',
      ],
      [GATEWAY]: [
        'answers 400 or sets aside for any batch, and pollutes no prototype',
        'survives any bytes in every format',
      ],
      'server/api/trips/listTrips.db.test.ts': ['leaves every prototype unchanged'],
    },
  },
  {
    id: 'A28',
    tried:
      'Ask for too much: a billion rows, years by the millisecond, endless queries, shapes of a million points.',
    holds: 'The call is refused or capped, and the event loop goes on.',
    tests: {
      [FETCHER]: ['refuses invalid or too large requests with a sentence'],
      'contract/wire/list.test.ts': ['never answers more than a page'],
      'contract/wire/fleetTracks.test.ts': [
        'uses a larger step for a larger or longer fleet, and stays below the limit of an answer',
      ],
      'server/api/statistics/statistics.db.test.ts': ['refuses invalid ranges before it reads anything'],
      [COLUMNS]: ['ends a query that takes too long, and only that one'],
      [DOWNLOADS]: [
        'allows any number of downloads, but holds a limited number of links for one caller',
        'limits the waiting exports of an organization',
      ],
      [UPLOADS]: ['draws a picture of another organization between those of one that sends many'],
      'server/stores/columns/clientPool.test.ts': [
        'leaves a client to others, however much one organization asks for',
        'takes turns between organizations that wait',
        'refuses what no queue holds of one organization, and nothing of another',
      ],
      'server/api/callTurns.db.test.ts': [
        'answers another organization among the first when one asks for everything at once',
      ],
      'server/stores/relational/overEmbedded.db.test.ts': [
        'lets others have the thread while queries follow each other %s',
      ],
      'server/api/sharedCounts.db.test.ts': ['refuses a flood without counting further'],
    },
    missing: 'A bound of the event loop’s longest pause, and patterns that search for long.',
  },
  {
    id: 'A29',
    tried:
      'Send false hosts, proxy headers, languages as paths, line ends in values, and contradictory lengths.',
    holds: 'Mails and links have the installation’s address, and no header or request is forged.',
    tests: {
      [SIGN_IN]: [
        'writes its own address into mails, whatever a request claims',
        'sends no mail to an address with a line end or a second address in it',
      ],
      'contract/text/language.test.ts': ['chooses English for a header without one, or for nonsense'],
      'contract/text/freeText.test.ts': ['limits every text of a call to one line or free text'],
      'server/api/downloads/asAttachment.test.ts': ['ends no header and begins none by a file name'],
      'server/api/openHttp.test.ts': [
        'names each call in its answer, by the trusted proxy’s id when that is valid',
      ],
      'server/config.test.ts': ['accepts proxies one by one, and the names of private networks'],
      [PROBLEMS]: ['answers invalid addresses, invalid HTTP, two lengths and too many headers as a problem'],
    },
  },
  {
    id: 'A30',
    tried:
      'Subscribe to foreign vessels, wildcards and server events, and keep a socket after losing the right.',
    holds: 'No foreign frame arrives, and a lost right ends the topic within five seconds.',
    tests: {
      [REALTIME]: [
        'sends nothing to a caller who is not signed in',
        'refuses alike a vessel out of reach, a missing one, and an unknown topic',
        'opens each topic to roles with the right to its content, within their reach, and to no other',
        'applies lost and new rights while the socket is open',
        'closes when another user signs in on the same socket',
      ],
      'server/api/publicApi/stream.db.test.ts': [
        'streams what the key reaches and nothing else, starting with all of it',
        'ends for a deleted key, and streams less for a lesser role',
      ],
    },
  },
  {
    id: 'A31',
    tried:
      'Learn of other organizations from neighbours of an impact, received ships, counts, searches, errors and caches.',
    holds: 'No name or count of another organization appears.',
    tests: {
      'server/api/trips/impactReport.db.test.ts': [
        'names the neighbour only to those who may see it, and nothing of another organization',
      ],
      'server/api/vessels/aisTargets.db.test.ts': [
        'lists ships that vessels of the caller received, and none that others received',
      ],
      [FETCHER]: ['returns where the fleet was, with its silence, and no boats that the caller may not see'],
      'server/api/publicApi/publicSurface.db.test.ts': [
        'answers a viewer who repeats an idempotency key nothing of the caller with the right',
      ],
      'server/downloads/exports/exports.db.test.ts': [
        'exports only the organization’s own data, and of departments only theirs',
      ],
      [IMAGES]: ['stores a %s as JPEG in two sizes'],
      [MATRIX]: ['shows %s what they may see and nothing else'],
    },
  },
  {
    id: 'A32',
    tried: 'Make the server send many mails and messages to one address.',
    holds: 'Five mails an hour of codes, resets and invitations, and ten alerts, critical ones excepted.',
    tests: {
      [CODES]: ['mails again after half a minute and at most five times an hour'],
      [SENDER]: [
        'joins messages beyond ten an hour into one, and sends critical ones at once',
        'sends a flood of critical alerts at once, in one message',
      ],
      'server/api/users/users.db.test.ts': [
        'mails a renewed invitation when mails reach people, and five an hour at most of all kinds',
      ],
    },
  },
  {
    id: 'A33',
    tried: 'Look for default accounts, secrets in answers, source files, open metrics and readable data.',
    holds: 'No default account, no secret, and only this machine or a token reads metrics.',
    tests: {
      'server/openSecrets.db.test.ts': [
        'keeps no secret readable in the database',
        'makes a key for its owner alone, and encrypts what an earlier version stored',
      ],
      'server/platform/vault.test.ts': ['refuses a secret in another place, and one that was changed or cut'],
      'server/api/setup/setup.db.test.ts': ['makes one first organization, for requests at once or later'],
      'server/readInstallation.test.ts': [
        'lists where things are stored and what is missing, and nothing secret',
      ],
      'server/api/health/metricsRoute.test.ts': [
        'refuses programs on other machines, and whoever calls through a proxy on this one',
      ],
      [CONSOLE]: ['hides its build files and every other hidden file', 'never leaves its folder'],
      [PROBLEMS]: [
        'answers the code of a problem, and hides an unexpected error, which it logs with the request',
      ],
      'server/program.db.test.ts': [
        'listens on the ports of the console and of MQTT alone',
        'restricts an open data directory with a message, and makes nothing in it that others could read',
      ],
      'server/deployExamples.test.ts': [
        'sets only existing settings in the examples, and no secrets',
        'puts nothing that Git ignores into the image, least of all passwords',
      ],
    },
  },
  {
    id: 'A34',
    tried: 'Use a dependency with a known hole, or another package than the lock file names.',
    holds: 'No known hole with a fix older than a week, and a list of all packages with each release.',
    tests: {
      'packages.test.ts': [
        'names packages with a serious hole that a newer version closes, and no others',
        'audits nothing without an answer of the registry',
      ],
    },
    reason:
      'Installing takes the lock file alone (`npm ci`). Each release lists its packages and asks for known holes (CONTRIBUTING.md). The tests need no network, so they do not ask.',
  },
  {
    id: 'A35',
    tried: 'Forge lines of the log or of the audit, or act without a line.',
    holds: 'Each write leaves its audit line, on one line, with the caller’s address and no secret.',
    tests: {
      [AUDIT]: [
        'has an audited call for every write',
        'leaves the audit lines of %s',
        'keeps a name on one line, whatever characters it has, with the address of the caller',
        'notes what people do to their own sign-in, and nothing that did not happen',
        'notes refused writes of a user once a minute, and refused reads never',
        'stores no secret',
      ],
      [SIGN_IN]: ['notes refused sign-ins once a minute for an account and reason, without what was typed'],
      'server/api/openHttp.test.ts': [
        'logs the id of each answer that is an error, without the values of its address',
      ],
      [GATEWAY]: ['notes what was rejected, whatever characters the reason quotes'],
    },
  },
  {
    id: 'A36',
    tried: 'Call every route with generated nonsense.',
    holds: 'No server error and no crash.',
    tests: {
      [FIELDS]: ['answers a write with any values in any places, and never with a server error'],
      [PATHS]: [
        'pollutes no prototype, by body, query or path',
        'answers not found for what cannot be an id, on every route',
      ],
      [CONSOLE]: ['answers only a catalogued problem when something breaks'],
      'server/gateway/intake.test.ts': [
        'never throws on hostile messages as %s, and stores nothing from another time or vessel',
      ],
    },
    reason:
      'The suite damages each body three times. The soak `calls` of docs/testing.md does so for as long as asked.',
  },
]

export const FAULTS: readonly SecurityCase[] = [
  {
    id: 'F1',
    tried: 'Kill the process that stores data at random moments.',
    holds: 'No acknowledged sample is lost, doubled or wrong.',
    tests: {
      'server/telemetry/durability.db.test.ts': [
        'keeps acknowledged data complete, single and unchanged, whenever the process is killed',
      ],
      [ROLES]: ['computes the same as one process when processes die, stand still or are cut off'],
      [PROCESSING]: ['finds the same trips when the process is killed after any batch'],
      'server/processing/loop/faults.db.test.ts': ['computes the same when the process dies'],
    },
    reason:
      'The suite kills five times for each store. The soaks in docs/testing.md and bench/faults.ts kill as often as asked.',
  },
  {
    id: 'F2',
    tried: 'Stop the database or the column store under writers and readers.',
    holds: 'Nothing is acknowledged meanwhile, devices keep their data, and all continues by itself.',
    tests: {
      [GATEWAY]: [
        'leaves a message with its device while the store fails',
        'acknowledges only what is stored',
      ],
      'server/clickHouseAway.db.test.ts': [
        'answers unavailable and acknowledges nothing when a proxy sends %s',
      ],
      'server/databaseDown.live.test.ts': [
        'answers unavailable, and never a refusal, while the database is gone',
        'continues by itself when the database is back',
      ],
      'server/gateway/mqttPorts.db.test.ts': [
        'a gateway that cannot store refuses connections, so that a load balancer takes another, until it can',
      ],
      'server/stores/relational/records.live.test.ts': [
        'fails only its transaction when a connection is lost between two statements',
      ],
    },
    missing: 'A measurement of how fast ten minutes of an outage arrive afterwards.',
  },
  {
    id: 'F3',
    tried: 'Cut the power.',
    holds: 'Every file of a batch is on the disk before its acknowledgement, and each store opens again.',
    tests: {
      'server/telemetry/durability.db.test.ts': ['syncs every file of a batch before acknowledging it'],
    },
    reason:
      'A file system that loses unsynced writes needs FUSE and root. The trace of system calls shows the same order.',
  },
  {
    id: 'F4',
    tried: 'Flip a bit or cut a file of a store.',
    holds: 'The damage is detected and named, and the rest stays readable.',
    tests: {
      'protocols/imuFrame.test.ts': ['leaves out a block whose checksum fails and reads the next'],
      'protocols/accounting.test.ts': ['stores or rejects each sentence of a damaged text'],
      'server/stores/columns/damage.db.test.ts': [
        'names the part with a flipped bit when a query fails on it, with its times and vessels',
        'finds a part that was cut and moved aside at the start, with its times and vessels',
      ],
      'server/failedStart.live.test.ts': ['says that the records are damaged'],
    },
    missing: 'A bit flipped at every place of a file, a thousand times.',
  },
  {
    id: 'F5',
    tried: 'Fill the disk while devices write.',
    holds: 'Nothing acknowledged is lost, writers get 503, readers are served, and writing resumes.',
    tests: {
      [GATEWAY]: ['leaves a message with its device while the store fails'],
      'server/downloads/exports/exports.db.test.ts': [
        'ends when a person cancels it, and fails when the disk is nearly full',
      ],
      'server/smallMachine.live.test.ts': [
        'refuses writes and serves readers while the disk is full, and loses nothing',
      ],
    },
  },
  {
    id: 'F6',
    tried: 'Take away memory and file descriptors under thousands of connections.',
    holds: 'New connections are refused, connected clients stay, and the process does not end.',
    tests: {
      'server/gateway/mqttPorts.db.test.ts': [
        'limits connections that have not signed in by the address of the device',
      ],
      'server/gateway/collector.test.ts': [
        'delays senders and reports to be full while a million live samples are not yet stored',
      ],
      'server/smallMachine.live.test.ts': [
        'serves and stores for who is connected, and refuses connections beyond its limit',
      ],
    },
    missing: 'A program with little memory.',
  },
  {
    id: 'F7',
    tried: 'Set clocks of devices and of the server wrong, let them jump, and change to summer time.',
    holds: 'Impossible times are refused and reported, late data is stored, and no duration is negative.',
    tests: {
      'server/gateway/clockGate.test.ts': [
        'rejects every kind of reading from further ahead, and counts its samples',
        'rejects readings of a clock that was never set',
      ],
      'server/gateway/intake.test.ts': [
        'notices a wrong clock by rejected times, and not by unreadable input',
      ],
      'protocols/clocks.test.ts': [
        'never goes back but by a restart of its own source, and ignores repetition',
      ],
      'server/gateway/weekRollover.test.ts': ['adds %i times 1,024 weeks when that gives today'],
      'server/records/versions.db.test.ts': [
        'begins no version before the one it follows, whatever the clocks say',
      ],
      'server/notify/zoned.test.ts': ['ends a night at its set time when the clock is put forward or back'],
      'server/downloads/reports/lastPeriod.test.ts': [
        'gives a month its own length, an hour less when clocks are put forward',
      ],
      'server/platform/clockCheck.test.ts': [
        'finds the clock wrong beyond 30 s, in both directions, and right up to then',
        'takes the time of the records, whatever the clock of the process',
        'finds a clock that is set while it runs wrong at once, and right once it is set back',
        'takes data again after the machine was suspended',
      ],
      'server/gateway/gnssClock.test.ts': [
        'takes the median of three organizations, whatever the number of their boats',
      ],
    },
  },
  {
    id: 'F8',
    tried: 'Send each batch three times, also at once and after a restart.',
    holds: 'Each sample is stored once.',
    tests: {
      [GATEWAY]: ['stores a batch once when it is sent three times'],
      'server/testing/telemetryCases.ts': [
        'stores a sample once, from any repetition and batches, and keeps the last value',
      ],
      'server/stores/columns/replicated.db.test.ts': [
        'sends an insert again under the same token when its answer is cut off, and stores it once',
      ],
      [PROCESSING]: ['finds the trips of a day of data, with their numbers'],
    },
  },
  {
    id: 'F9',
    tried: 'Deliver the same data in any order and any batches, also in reverse.',
    holds: 'Trips, alerts and figures are the same.',
    tests: {
      [PROCESSING]: ['finds the same trips in any order, batches and repetitions of a day'],
      'server/processing/loop/tripOrder.db.test.ts': [
        'finds the same trips whole, cut, out of order, repeated and around restarts',
      ],
      'server/processing/loop/ruleOrder.db.test.ts': [
        'raises the alerts of one pass in order, however a recording is cut, ordered, repeated and interrupted',
      ],
      'server/processing/loop/impacts.db.test.ts': [
        'computes impacts as defined, from any batches and order',
      ],
      'server/telemetry/sourceSelection.db.test.ts': [
        'returns the same %s from any cuts, order and repetition of the batches',
      ],
      'server/testing/telemetryCases.ts': ['reads back the same from any order, batches and repetition'],
    },
    reason: 'The suite tries a few orders. The soaks in docs/testing.md try hundreds.',
  },
  {
    id: 'F10',
    tried: 'Deliver a week of stored data from many boats at once.',
    holds: 'Nothing is lost, live data stays live, and old events send no message.',
    tests: {
      'server/gateway/collector.test.ts': [
        'stores live readings at once while history is being written, however much of it waits',
        'stores live readings while history cannot be stored, and the reverse',
      ],
      'server/processing/loop/fairness.db.test.ts': [
        'serves other boats after as few questions, whatever dates one boat sends',
      ],
      'server/processing/loop/runner.test.ts': [
        'does live work beside an endless backlog, and the backlog beside live work',
      ],
      [SENDER]: ['sends no push and calls no webhook for what happened over half an hour ago'],
      [PROCESSING]: ['joins trips when the missing hour arrives, and keeps the old link working'],
    },
    missing: 'A week of twenty boats with motion at once.',
  },
  {
    id: 'F11',
    tried: 'Cut an upload, a batch or a download at any place.',
    holds: 'The rest is sent again, and nothing is lost or half stored.',
    tests: {
      [DOWNLOADS]: ['continues the file of a broken-off export download, only for those who see it'],
      [IMAGES]: ['refuses forms that are invalid, cut off, empty, or of more than 20 files or 10 fields'],
      [GATEWAY]: [
        'stores nothing of a batch that is cut anywhere, and all of it when it comes again',
        'refuses a zip bomb, an unknown encoding and a torn body',
      ],
      'server/files/folderFiles.test.ts': ['keeps nothing of an interrupted write'],
      'server/api/publicApi/publicSurface.db.test.ts': [
        'accepts a refused write again under its idempotency key, but not one that broke off',
      ],
      [UPLOADS]: ['lists and keeps nothing of a log whose upload was cut, and takes the whole one'],
    },
  },
  {
    id: 'F12',
    tried: 'Cut processes off from each other, from the bus and from the stores.',
    holds: 'Nothing acknowledged is lost or differs, and work moves to another process.',
    tests: {
      [ROLES]: ['computes the same as one process when processes die, stand still or are cut off'],
      'server/cluster/natsBus.live.test.ts': [
        'publishes that events were missed when the server was away, and receives again when it is back',
        'reports events as missed since another process was cut off, also when that was long ago',
      ],
      'server/cluster/shareWork.db.test.ts': [
        'refuses writes and partitions to a process that was taken for dead',
      ],
      'server/testing/leaseCases.ts': ['refuses writes of a process that was away for longer than its lease'],
      'server/cluster/fencedWrites.test.ts': [
        'rejects computed data of a process that lost its right, and stores measured data',
      ],
      'server/alone.live.test.ts': ['ends a process that was away for longer than its lease'],
    },
    missing: 'Lost and delayed packets, and a cut in one direction.',
  },
  {
    id: 'F13',
    tried: 'Restart stores and upgrade processes one by one under load, and start the older version again.',
    holds: 'Nothing is lost, few calls fail, and the older version refuses newer data with a sentence.',
    tests: {
      'server/upgrade.live.test.ts': [
        'continues beside the version before, which then ends and cannot start again',
      ],
      'server/stores/columns/migrateColumns.db.test.ts': [
        'refuses tables of a newer version with a sentence, and leaves them unchanged',
      ],
      'server/stores/backups/backup.live.test.ts': [
        'refuses to move a process to records of a newer version, with a sentence',
      ],
      [ROLES]: ['computes the same as one process when processes die, stand still or are cut off'],
    },
    missing: 'Delays and failed calls during an upgrade under load.',
  },
  {
    id: 'F14',
    tried: 'Read live data slowly on many sockets.',
    holds: 'Slow readers get the latest state alone, with bounded memory, and others are not delayed.',
    tests: {
      'server/realtime/outbox.test.ts': [
        'sends a slow reader only the latest of each missed key, in one frame',
        'disconnects a reader that stays behind for half a minute',
      ],
      'server/api/publicApi/openKeyStream.test.ts': [
        'reads once for a slow reader for all that happened meanwhile',
      ],
    },
    missing: 'A measurement of readers that keep up, beside a thousand slow ones.',
  },
  {
    id: 'F15',
    tried: 'Drop thousands of sockets, which return within a second.',
    holds: 'All are live within ten seconds, with the last state of each vessel.',
    tests: {
      [REALTIME]: ['sends the whole fleet of the scope at once and then what moves in it'],
      'e2e/lostLink.spec.ts': [
        'follows the browser at once when the browser reports its network as lost or back',
      ],
    },
    missing: 'Thousands of sockets at once.',
  },
  {
    id: 'F16',
    tried:
      'Send poison in every format: numbers without bound, deep nesting, names of prototypes, any bytes.',
    holds: 'No crash and no long pause, and data of others stays intact.',
    tests: {
      'protocols/nonsense.test.ts': [
        'throws on no bytes, and counts what it rejects',
        'throws on no good message with a few bytes changed',
      ],
      'server/gateway/intake.test.ts': [
        'never throws on hostile messages as %s, and stores nothing from another time or vessel',
      ],
      [GATEWAY]: [
        'survives any bytes in every format',
        'sets poison messages aside with a reason and does not request them again',
        'answers 400 or sets aside for any batch, and pollutes no prototype',
      ],
      'server/fuzz.db.test.ts': [
        'keeps the data of other boats complete beside poison in every format and over every way',
      ],
      'server/gateway/hostileSenders.db.test.ts': [
        'a phone is answered with success for no report that is neither stored nor listed',
        'a huge body of a phone is refused, and slow ones delay no other phone',
        'a tracker is told of no record that is neither stored nor listed',
        'each sentence of a source is stored or listed, also when it is damaged',
      ],
      'server/gateway/decodingTurns.test.ts': [
        'decodes a small message before a hundred large ones of other connections',
      ],
    },
    reason:
      'The suite sends a few hundred messages. The soak `fuzz` of docs/testing.md sends them for minutes.',
  },
  {
    id: 'F17',
    tried: 'Let a thousand vessels cross one fence at once.',
    holds: 'One alert each, few messages, and a console that answers.',
    tests: {
      [SENDER]: [
        'sends a flood of critical alerts at once, in one message',
        'joins messages beyond ten an hour into one, and sends critical ones at once',
      ],
      'server/notify/alertMail.test.ts': ['lists fifty alerts in a digest and counts the rest'],
      'server/processing/loop/rules.db.test.ts': [
        'raises enter and exit of a fence at the moment of the boundary, in the first batch and later ones',
        'raises one alert for each of many vessels that cross a fence at once, and none when all arrives again',
      ],
    },
  },
  {
    id: 'F18',
    tried: 'Back up under load and restore elsewhere.',
    holds: 'The restored state is one instant of both stores.',
    tests: {
      'server/stores/backups/backup.db.test.ts': [
        'backs up one instant of both stores under load',
        'refuses to start on an unfinished restore, which the next restore replaces',
        'restores a backup of the version before into the tables of the next',
      ],
      'server/stores/backups/backup.live.test.ts': [
        'moves a single process to PostgreSQL and ClickHouse, and compares every row',
        'reports a row that did not arrive unchanged',
      ],
    },
    missing: 'A measurement of the restore of a large installation.',
  },
  {
    id: 'F19',
    tried: 'Stop a migration at any statement.',
    holds: 'The next start completes it.',
    tests: {
      [COLUMNS]: ['completes migrations that were stopped at any statement'],
      'server/testing/recordsCases.ts': ['completes migrations that were stopped at any statement'],
      'server/stores/columns/migrateColumns.db.test.ts': [
        'continues with the empty database of a start that was stopped',
      ],
      'server/stores/relational/records.live.test.ts': [
        'migrates once when processes start together on an empty database',
      ],
    },
    missing: 'A killed process within a statement. The tests stop between statements.',
  },
  {
    id: 'F20',
    tried: 'Take away the provider of mails, messages or pushes for an hour.',
    holds: 'No alert is lost, hardly one is doubled, and the wait is shown.',
    tests: {
      [SENDER]: [
        'loses nothing and sends nothing twice when a provider is down for an hour',
        'sends the whole queue within two minutes when the provider is back, the oldest critical first',
        'delivers to others while one recipient is refused for now',
        'gives up after a day, and at once on a permanent refusal',
      ],
      'server/notify/killed.db.test.ts': [
        'sends again what the mail server had when the process was killed, and marks it',
      ],
      'server/api/reports/reports.db.test.ts': [
        'tries again when a mail server refuses, and logs the reason',
      ],
      'server/api/notifications/journey.db.test.ts': ['states why a message is held back'],
    },
  },
]
