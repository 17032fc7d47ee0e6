import { globSync } from 'node:fs'
import { importsOf, nameOf, sourceFiles } from './imports.ts'

/**
 * A layer of the tree, and the layers it may import from. This is the only place that defines them; `npm run
 * check` enforces them.
 */
interface Layer {
  /** Prefixes of its files' paths. A file belongs to the first layer that matches. */
  in: string[]
  /** Prefixes of the paths that its files may import besides their own layer. */
  may: string[]
  /** Advice for a refused import. */
  instead: string
}

/** Rooms of the services, the queries and the contract, each with the rooms it may build on. */
const rooms: Record<string, string[]> = {
  shared: [],
  accounts: ['shared'],
  payments: ['shared'],
  uploads: ['accounts', 'shared'],
  videos: ['uploads', 'accounts', 'shared'],
  moderation: ['videos', 'uploads', 'accounts', 'shared'],
  site: ['videos', 'uploads', 'accounts', 'shared'],
  leaving: ['moderation', 'site', 'videos', 'uploads', 'accounts', 'shared'],
}

/** Queries outside these rooms that a room of the services may use nevertheless. */
const foreignQueries: Record<string, string[]> = {
  // Signing in cancels a deletion; changing the email address moves the newsletter with it.
  accounts: ['leaving/account-deletion.ts', 'site/newsletter.ts'],
  // Buying and refunding change the account.
  payments: ['accounts/users.ts', 'accounts/sessions.ts'],
  // A finished import becomes a file of its video; an upload isn't shown while its video is held.
  uploads: [
    'videos/publishing/change-video.ts',
    'videos/publishing/publish.ts',
    'videos/publishing/review.ts',
    'videos/video-files.ts',
    'videos/video.ts',
  ],
}

/** Parts of the contract outside these rooms that a room of the contract's schemas may use nevertheless. */
const foreignSchemas: Record<string, string[]> = {
  // Prices, and which methods are offered where, are among the settings of the site; the shop is in its boot data.
  site: [
    'contract/schemas/payments/offers.ts',
    'contract/schemas/payments/shop.ts',
    'contract/values/payments/offers.ts',
    'contract/values/payments/payments.ts',
    'contract/values/payments/prices.ts',
    'contract/values/payments/processors.ts',
  ],
}

/** Limits how long to wait for the database and for other services. */
const waiting = 'db/in-time.ts'

/** The worker's only way to the payment processors. */
const adapters = 'processors/adapters.ts'

const roomOrder =
  'Rooms go one way (leaving -> moderation, site -> videos -> uploads -> accounts -> shared; payments -> shared): ' +
  'move what both need into the lower room, or let a route or a job call both.'

const noDependency =
  'contract/values has no dependency, so that the first load stays small: put schemas into contract/schemas.'
const noPlatform = 'contract/ knows no platform: what only one side needs belongs to that side.'

const serviceRooms = Object.entries(rooms).map(
  ([room, below]): Layer => ({
    in: [`worker/services/${room}/`],
    may: [
      ...below.map((each) => `worker/services/${each}/`),
      'worker/services/context.ts',
      'worker/policy/',
      'worker/formats/',
      'worker/storage/',
      'worker/integrations/',
      adapters,
      ...['config', 'errors', 'isolate-state', 'log', 'queues'].map((name) => `worker/${name}.ts`),
      ...[room, ...below].map((each) => `db/queries/${each}/`),
      ...(foreignQueries[room] ?? []).map((file) => `db/queries/${file}`),
      'db/schema/',
      ...rootOf('db'),
      'contract/',
    ],
    instead: `Services see no request, no route and no room above them. ${roomOrder}`,
  }),
)

const queryRooms = Object.entries(rooms).map(
  ([room, below]): Layer => ({
    in: [`db/queries/${room}/`],
    may: [...below.map((each) => `db/queries/${each}/`), 'db/schema/', ...rootOf('db'), 'contract/'],
    instead: `Queries know tables only: pass what they need as a value. ${roomOrder}`,
  }),
)

const contractRooms = Object.entries(rooms).flatMap(([room, below]): Layer[] => [
  {
    in: [`contract/values/${room}/`],
    may: below.map((each) => `contract/values/${each}/`),
    instead: `${noDependency} ${roomOrder}`,
  },
  {
    in: [`contract/schemas/${room}/`],
    may: [
      ...below.map((each) => `contract/schemas/${each}/`),
      ...[room, ...below].map((each) => `contract/values/${each}/`),
      ...(foreignSchemas[room] ?? []),
    ],
    instead: `${noPlatform} ${roomOrder}`,
  },
])

const webApi =
  'The web knows the worker by its API alone: types come through web/lib/api.ts, values through contract/.'
const upwards = `Features build on this layer, not the other way round: take what you need as a prop. ${webApi}`
const playerLayers = ['core', 'dom', 'ui']
/** The rooms of the studio and its door, the lowest first. Each may import those before it. */
const studioLayers = [
  'files/',
  'source/',
  'cmaf/',
  'cut/',
  'transcode/',
  'prepare/',
  'pictures/',
  'ladder/',
  'background/',
  'studio.ts',
  'ui/',
]
/** The rooms of an upload that run with no page open, then those that show it. Each may use the rooms before it. */
const uploadRooms = ['engine', 'store', 'draft', 'delivery', 'job', 'pictures', 'queue']
const uploadPage = ['progress', 'poster', 'source', 'form']

/** Code that runs at Cloudflare and in browsers. */
const product = ['contract/', 'db/', 'processors/', 'worker/', 'web/']

export const layers: Layer[] = [
  ...contractRooms,
  { in: ['contract/'], may: [], instead: 'A file of the contract is in a room of its values or schemas.' },
  ...queryRooms,
  { in: ['db/schema/'], may: ['db/conditions.ts', 'contract/values/'], instead: 'Tables know no queries.' },
  {
    in: ['db/'],
    may: ['db/', 'contract/'],
    instead: 'The database knows no worker and no web: pass values.',
  },
  ...serviceRooms,
  {
    in: ['worker/policy/', 'worker/formats/', 'worker/storage/', 'worker/integrations/'],
    may: ['worker/errors.ts', 'worker/isolate-state.ts', 'worker/log.ts', adapters, waiting, 'contract/'],
    instead: 'Services call this layer, and read the database for it: take what you need as an argument.',
  },
  {
    in: ['worker/routes/'],
    may: ['worker/http/', 'worker/services/', 'worker/storage/', ...rootOf('worker'), 'contract/'],
    instead:
      'A route validates and calls one service: put queries and outside services behind a verb in worker/services.',
  },
  {
    in: ['worker/http/'],
    may: ['worker/services/', 'worker/storage/', 'worker/policy/', ...rootOf('worker'), waiting, 'contract/'],
    instead: 'What all routes share knows none of them, and reads the database through a service.',
  },
  {
    in: ['worker/jobs/'],
    may: ['worker/services/', 'worker/storage/', 'db/', ...rootOf('worker'), 'contract/'],
    instead: 'A job is a door of cron or queue: what it does stands in worker/services.',
  },
  { in: ['worker/'], may: ['worker/', 'db/', 'contract/'], instead: 'The worker knows no web.' },
  ...processorLayers(),
  {
    in: ['web/lib/api.ts'],
    may: ['worker/app.ts', 'web/lib/', 'contract/'],
    instead: 'Of the worker, the client knows the type of the app alone.',
  },
  { in: ['web/lib/'], may: ['web/lib/api.ts', 'contract/'], instead: upwards },
  {
    in: ['web/ui/'],
    may: ['web/lib/', 'contract/values/'],
    instead:
      'A primitive knows no API and no schema: what knows what a video or an account is belongs into web/entities.',
  },
  {
    in: ['web/entities/'],
    may: ['web/ui/', 'web/lib/', 'contract/'],
    instead: `What features share knows none of them. ${webApi}`,
  },
  ...playerLayers.map(
    (layer, index): Layer => ({
      in: [`web/player/${layer}/`],
      may: [
        ...playerLayers.slice(0, index).map((below) => `web/player/${below}/`),
        ...(layer === 'ui' ? ['web/ui/'] : []),
        ...(layer === 'core' ? [] : ['web/lib/']),
        'contract/values/',
      ],
      instead: `The player's ui builds on its dom, and that on its core, which touches nothing. ${upwards}`,
    }),
  ),
  ...studioLayers.map(
    (layer, index): Layer => ({
      in: [`web/studio/${layer}`],
      may: [
        ...studioLayers.slice(0, index).map((below) => `web/studio/${below}`),
        ...(layer === 'ui/' ? ['web/ui/'] : []),
        'web/lib/',
        'contract/values/',
      ],
      instead: `The studio's rooms go one way (${studioLayers.toReversed().join(' -> ')}). ${upwards}`,
    }),
  ),
  ...[...uploadRooms, ...uploadPage].map(
    (room, index, all): Layer => ({
      in: [`web/features/publish/upload/${room}/`],
      may: [
        ...all.slice(0, index).map((below) => `web/features/publish/upload/${below}/`),
        ...(uploadPage.includes(room) ? ['web/entities/', 'web/ui/'] : []),
        'web/studio/',
        'web/lib/',
        'contract/',
      ],
      instead: `An upload goes one way (${[...all].reverse().join(' -> ')}), and up to its queue without a page: what rises is state to subscribe to, or a promise.`,
    }),
  ),
  {
    in: ['web/player/', 'web/studio/', 'web/features/publish/upload/'],
    may: [],
    instead: 'Give a new room its place in `playerLayers`, `studioLayers`, `uploadRooms` or `uploadPage`.',
  },
  ...featureLayers(),
  {
    in: ['web/checkout/'],
    may: ['web/features/premium/pay/', 'web/entities/', 'web/ui/', 'web/lib/', 'contract/'],
    instead: webApi,
  },
  {
    in: ['web/embed/'],
    may: ['web/features/visit/', 'web/entities/', 'web/player/', 'web/ui/', 'web/lib/', 'contract/'],
    instead: webApi,
  },
  {
    in: ['web/import/'],
    may: ['web/features/publish/upload/', 'web/studio/', 'web/lib/', 'contract/'],
    instead: webApi,
  },
  { in: ['web/'], may: ['web/', 'contract/'], instead: webApi },
  {
    in: ['dev/'],
    may: product,
    instead: 'Demo content and the sandbox know no command and no test: pass what they need as an argument.',
  },
  {
    in: ['build/'],
    may: ['tools/programs/', 'worker/http/documents/page-shell.ts', 'contract/values/'],
    instead:
      'build/ imports no bench, test or script. If it needs more of tools/, move that to tools/programs/.',
  },
  {
    in: ['tools/'],
    may: ['build/', 'dev/', ...product],
    instead: 'tools/ imports no bench, test or script: pass what it needs as an argument.',
  },
  {
    in: ['bench/'],
    may: ['build/', 'tools/', 'dev/', ...product],
    instead: 'bench/ imports no test or script: move what they share to tools/.',
  },
  {
    in: ['scripts/'],
    may: ['bench/', 'build/', 'tools/', 'dev/', ...product],
    instead:
      'A script is one npm command: move what it shares with another, or with the tests, to bench/, build/ or tools/.',
  },
]

/**
 * Rooms whose folders the rest of the product enters only by their doors. Within a room, all files may import
 * each other; so may the code that measures a part of the room or builds it.
 */
const doors: { room: RegExp; isDoor: (path: string) => boolean; instead: string }[] = [
  {
    room: /^worker\/services\/[^/]+\//,
    // A room's own files are its doors, too: `shared/time.ts`.
    isDoor: (path) => !path.includes('/') || path.endsWith('/index.ts'),
    instead: 'From another room, a folder of services is entered by its index.ts: export it there.',
  },
  {
    room: /^web\/studio\//,
    // The other files are small, and are needed without the studio's worker.
    isDoor: (path) =>
      [
        'studio.ts',
        'source/limits.ts',
        'source/refusal.ts',
        'files/stored-files.ts',
        'files/sync-file.ts',
        'background/start-worker.ts',
        'ladder/ladder.ts',
        'ladder/support.ts',
        'ui/frame-slider.tsx',
        'ui/range-selector.tsx',
        'ui/trim-editor.tsx',
      ].includes(path),
    instead: 'The studio is entered by studio.ts: export it there.',
  },
]

const areas = [
  'bench',
  'build',
  'contract',
  'db',
  'dev',
  'processors',
  'scripts',
  'test',
  'tools',
  'web',
  'worker',
]

/** Returns a sentence for each import that climbs out of its area, or further than two folders. */
export function wrongClimbs(): string[] {
  const files = sourceFiles(`{${areas.join(',')}}/**/*.{ts,tsx}`)
  const known = new Set(files)
  return files.flatMap((file) =>
    importsOf(file, known).flatMap(({ specifier, target }) =>
      isClimb(file, specifier, target) ? [`${file} imports ${specifier}. Write ${nameOf(target)}`] : [],
    ),
  )
}

export function isClimb(file: string, specifier: string, target: string): boolean {
  return specifier.startsWith('../../../') || (specifier.startsWith('.') && areaOf(file) !== areaOf(target))
}

function areaOf(file: string): string {
  return file.slice(0, file.indexOf('/'))
}

/** Returns a sentence for each import that breaks these rules. */
export function wrongArrows(): string[] {
  const files = sourceFiles(`{${areas.join(',')}}/**/*.{ts,tsx}`)
  const known = new Set(files)
  return files.flatMap((file) =>
    (isTest(file) ? [] : importsOf(file, known)).flatMap(({ target }) => {
      const fault = faultOf(file, target)
      return fault ? [`${file} imports ${target}. ${fault}`] : []
    }),
  )
}

/** Tells whether a file is a test beside the code, which may import anything. */
function isTest(file: string): boolean {
  return /^processors\/(\w+\/tests\/|trials\.ts$)/.test(file)
}

export function faultOf(file: string, target: string): string | null {
  const layer = layerOf(file)
  const ownOrBelow = layer === layerOf(target) || layer?.may.some((start) => target.startsWith(start))
  if (layer && !ownOrBelow) return layer.instead
  if (!product.some((area) => file.startsWith(area))) return null
  for (const { room, isDoor, instead } of doors) {
    const entered = room.exec(target)?.[0]
    if (!entered) continue
    if (!file.startsWith(entered)) return isDoor(target.slice(entered.length)) ? null : instead
    // The door exports files that import each other, so importing it would make a circle.
    if (target.endsWith('/index.ts')) return 'Within a room, import the file itself.'
  }
  return null
}

function layerOf(file: string): Layer | undefined {
  return layers.find((layer) => layer.in.some((start) => file.startsWith(start)))
}

/** Returns the files directly in a folder, as path prefixes. */
function rootOf(folder: string): string[] {
  return globSync(`${folder}/*.ts`).map((path) => path.replaceAll('\\', '/'))
}

/**
 * Separates the processors from one another, and each adapter from its twin, which would share its mistakes.
 */
function processorLayers(): Layer[] {
  const folders = globSync('processors/*/').map((path) => path.replaceAll('\\', '/').replace(/\/?$/, '/'))
  const ofAdapters = ['worker/integrations/', 'worker/policy/', 'worker/isolate-state.ts', 'worker/log.ts']
  return [
    {
      in: [adapters],
      may: [...folders.map((folder) => `${folder}adapter/index.ts`), ...ofAdapters, 'contract/'],
      instead: 'The list of adapters knows nothing else.',
    },
    {
      in: ['processors/twins.ts', 'processors/vars.ts'],
      may: [...folders.map((folder) => `${folder}twin/`), 'dev/sandbox/', 'contract/'],
      instead: 'The lists of the sandbox know no adapter.',
    },
    ...folders.flatMap((folder): Layer[] => [
      {
        in: [`${folder}adapter/`],
        may: [...ofAdapters, 'worker/errors.ts', 'contract/'],
        instead:
          'An adapter knows no other processor, no service and no twin: take what you need as an argument.',
      },
      {
        in: [`${folder}twin/`],
        may: ['dev/sandbox/', 'contract/'],
        instead: 'A twin knows neither the worker nor another processor: it would share their mistakes.',
      },
    ]),
  ]
}

/** Makes each feature a layer of its own, so that no feature imports another. */
function featureLayers(): Layer[] {
  return globSync('web/features/*/*/').map((path): Layer => {
    const folder = `${path.replaceAll('\\', '/').replace(/\/$/, '')}/`
    return {
      in: [folder],
      may: [
        // The plans show the ways to pay.
        ...(folder === 'web/features/premium/plans/' ? ['web/features/premium/pay/'] : []),
        'web/entities/',
        'web/player/',
        'web/studio/',
        'web/ui/',
        'web/lib/',
        'contract/',
      ],
      instead: `Features import no feature: let the page in web/app compose them, or move what both need to web/entities. ${webApi}`,
    }
  })
}
