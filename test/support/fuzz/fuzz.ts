import { env } from 'cloudflare:workers'
import { day, minute } from '#contract/values/shared/time'
import { legalPages } from '#contract/values/site/legal'
import { uploadKinds } from '#contract/values/uploads/upload'
import { inTime } from '#db/in-time'
import { TestClient } from '../client'
import { jobContext } from '../context'
import { runAll } from '../cron'
import { changeSettings, makeUpload } from '../factories'
import { videoIn } from '../matrix/matrix'
import { type Role, states } from '../matrix/matrix-rules'
import type { PaymentsWorld } from '../payments/payments'
import { makeComment } from '../videos/comments'
import { faultsInAnswer, mayHave, type Viewer, videosByIds, videosIn, viewersOf } from './access'
import { Chance } from './chance'
import { harvestAnswer, harvestRows } from './harvest'
import { faultsInRows } from './invariants'
import { type Kind, makeRequest, type Sent } from './make-request'
import { againIn, isAsMade, isThemselves, type Person, peopleNow } from './people'
import { Pool } from './pool'
import { type FuzzRoute, routesOfApp, watchHandlers } from './routes'

const batchSize = 250

/** The number of media URLs, of those that anyone was given, that everyone tries after a batch. */
const urlsTried = 24

/** The longest time of any work. Each act of the worker has a lower limit, so anything longer never ends. */
const patienceMs = 60_000

export interface Figures {
  requests: number
  /** Requests that reached their route's own code, past every guard and check of the input. */
  reached: number
  /** Requests that succeeded. */
  done: number
  byStatus: Record<string, number>
  /** Requests that reached each route. */
  byRoute: Record<string, number>
  /** How often anyone tried a media URL that was given to someone. */
  mediaTried: number
  mediaOpened: number
  faults: string[]
}

/**
 * Sends requests made from the contract's schemas, in every role, each using earlier answers. Time passes
 * between them. Checks each answer and, after each batch, the rows and who gets which bytes.
 */
export class Fuzz {
  readonly figures: Figures
  private readonly chance: Chance
  private readonly pool = new Pool()
  private readonly routes = routesOfApp()
  private readonly given = new Map<string, number>()
  private people: Person[] = []
  private viewers = new Map<Role, Viewer>()
  /**
   * Later than anything made by the real clock. It starts at midnight in each run, since hour and day
   * determine which cron tasks are due.
   */
  private now = Math.ceil(Date.now() / day) * day
  /** The route that the current request reached. */
  private reached: string | null = null

  constructor(
    private readonly seed: number,
    private readonly world: PaymentsWorld,
  ) {
    this.chance = new Chance(seed)
    const byRoute = Object.fromEntries(this.routes.map(({ name }) => [name, 0]))
    this.figures = {
      requests: 0,
      reached: 0,
      done: 0,
      byStatus: {},
      byRoute,
      mediaTried: 0,
      mediaOpened: 0,
      faults: [],
    }
  }

  /**
   * Takes a line of the worker's log. Any line logged as an error is a fault, regardless of the answer, and
   * so is a line that names a person.
   */
  hear(level: 'info' | 'warn' | 'error', line: string): void {
    const isPersonal =
      personal.test(line) || this.people.some((each) => each.id > 0 && line.includes(each.username))
    if (level === 'error') this.fault(`before #${this.figures.requests}: ${line}`)
    else if (isPersonal) this.fault(`before #${this.figures.requests}, personal data in the log: ${line}`)
  }

  /** Records a fault with the seed that reproduces it. */
  private fault(line: string): void {
    this.figures.faults.push(`seed ${this.seed}, ${line}`)
  }

  async send(requests: number): Promise<Figures> {
    this.pool.add('legal', ...legalPages)
    const unwatch = watchHandlers(this.routes, (name) => {
      this.reached = name
    })
    try {
      while (this.figures.requests < requests && this.figures.faults.length < 200) {
        await this.ends('the preparation', this.prepare())
        const inBatch = Math.min(batchSize, requests - this.figures.requests)
        for (let sent = 0; sent < inBatch; sent += 1) await this.sendOne()
        await this.ends('the check', this.check())
      }
    } finally {
      unwatch()
    }
    return this.figures
  }

  /** Throws, naming the work, if it doesn't end. */
  private ends<T>(what: string, work: Promise<T>): Promise<T> {
    return inTime(work, patienceMs, () => {
      throw new Error(`seed ${this.seed}, after #${this.figures.requests}: ${what} does not end`)
    })
  }

  /** Makes a person of every role, with things to own, on an open site. */
  private async prepare(): Promise<void> {
    const { chance } = this
    this.now += chance.int(chance.of100(20) ? 3 * day : 30 * minute)
    await changeSettings({
      maintenanceMode: false,
      blockedRegions: [],
      commentsEnabled: true,
      requireContentApproval: false,
      cardRulesSince: null,
      cardPaymentsEnabled: false,
      quotaBytes: 1e10,
      maxUploadBytes: 1e9,
      minDuration: 1,
      maxDuration: 3600,
      blockedTerms: '',
    })
    this.people = await peopleNow(this.people, this.now)
    this.viewers = await viewersOf(this.people, this.now)
    const [owner, bannedOwner] = [this.inRole('owner'), this.inRole('banned')]
    for (const state of ['free', 'premium', ...chance.some(states, 3)] as const) {
      const id = await videoIn({ owner, bannedOwner }, state)
      await this.show(id)
      if (state === 'free') await makeComment(id, this.inRole('user').id)
    }
    for (const kind of uploadKinds) {
      await makeUpload(chance.pick([owner, this.inRole('user'), this.inRole('member')]).id, kind)
    }
    await harvestRows(this.pool)
  }

  /** Stores the URLs that a video's owner and a member get. */
  private async show(id: number): Promise<void> {
    for (const role of ['owner', 'member'] as const) {
      const response = await this.inRole(role).client.get(`/api/videos/${id}`)
      for (const { urls } of videosIn(response, await response.text())) {
        for (const url of urls) this.remember(url, id)
      }
    }
  }

  private inRole(role: Role): Person {
    const person = this.people.find((each) => each.role === role)
    if (!person) throw new Error(`Nobody is ${role}`)
    return person
  }

  /**
   * Returns each route in turn, so that none is left out. Routes that no request has reached yet are tried
   * more often.
   */
  private nextRoute(): FuzzRoute {
    const { chance, figures, routes } = this
    const unreached = routes.filter(({ name }) => figures.byRoute[name] === 0)
    const isLate = figures.requests > routes.length && unreached.length > 0 && chance.of100(20)
    const route = isLate ? chance.pick(unreached) : routes[figures.requests % routes.length]
    if (!route) throw new Error('The app has no routes')
    return route
  }

  private async sendOne(): Promise<void> {
    const { chance, pool, figures } = this
    const route = this.nextRoute()
    const role =
      chance.of100(88) && route.admits.length > 0 ? chance.pick(route.admits) : chance.pick(this.people).role
    const person = this.inRole(role)
    const kind: Kind = chance.of100(60) ? 'valid' : chance.of100(60) ? 'near' : 'hostile'
    const sent = await makeRequest({ chance, pool }, { route, person, kind })
    this.now += chance.int(40_000)
    person.client.now = this.now
    this.reached = null
    const about = `#${figures.requests} ${role}(${person.id}) ${kind} ${sent.method} ${sent.path} ${bodyOf(sent)}`
    figures.requests += 1
    const response = await this.ends(
      `the answer to ${about}`,
      person.client.request(sent.method, sent.path, {
        ...(sent.body !== undefined && { body: sent.body }),
        headers: { 'cf-connecting-ip': new TestClient().address, ...sent.headers },
        withoutMetadata: sent.withoutMetadata,
      }),
    )
    // Read as bytes: workerd would warn about those that aren't text.
    const text = new TextDecoder().decode(await this.ends(`the body of ${about}`, response.arrayBuffer()))
    figures.byStatus[response.status] = (figures.byStatus[response.status] ?? 0) + 1
    if (this.reached !== null) {
      figures.reached += 1
      figures.byRoute[this.reached] = (figures.byRoute[this.reached] ?? 0) + 1
    }
    if (response.ok) figures.done += 1
    harvestAnswer(pool, route.path, response, text)
    const faults = [
      ...faultsOf(response, text, route),
      ...(await this.faultsFor(person, route, response, text)),
    ]
    for (const fault of faults) this.fault(`${about}\n  ${response.status} ${fault}`)
    if (text.includes('"password_required"')) await this.confirm(person)
    const isOut = person.id > 0 && person.role !== 'banned' && text.includes('"unauthenticated"')
    if (isOut || !isThemselves(person)) await this.replace(person)
    if (response.ok && sent.method !== 'GET') await this.follow(route, text)
  }

  /**
   * Returns the faults of an answer to this person: facts about videos and accounts that they mustn't learn.
   */
  private async faultsFor(
    person: Person,
    route: FuzzRoute,
    response: Response,
    text: string,
  ): Promise<string[]> {
    const viewer = this.viewers.get(person.role)
    // A person who has just signed in as another gets the other's answers.
    if (!viewer || response.status >= 400 || !isThemselves(person)) return []
    const said = videosIn(response, text)
    for (const { id, urls } of said) for (const url of urls) this.remember(url, id)
    if (response.ok && !admits(route, person) && (await isAsMade(person, this.now)))
      return [`is for others than ${person.role}`]
    // There, staff read about videos that no one else sees.
    if (viewer.isStaff && route.path.startsWith('/api/admin/')) return []
    return [...(await faultsInAnswer(viewer, said)), ...addressesOfOthers(viewer, person, text)]
  }

  private remember(url: string, videoId: number): void {
    this.given.set(url, videoId)
    const [oldest] = this.given.keys()
    if (this.given.size > 600 && oldest !== undefined) this.given.delete(oldest)
  }

  private async replace(person: Person): Promise<void> {
    const next = await againIn(person, this.now)
    this.people = this.people.map((each) => (each === person ? next : each))
    this.viewers = await viewersOf(this.people, this.now)
  }

  private async confirm({ client }: Person): Promise<void> {
    const response = await client.request('POST', '/api/auth/confirm', {
      json: { password: 'a good password' },
    })
    await response.arrayBuffer()
  }

  /** Does the outside world's part after a request, and undoes changes that would stop the run. */
  private async follow({ path }: FuzzRoute, text: string): Promise<void> {
    const { sandbox } = this.world
    if (path === '/api/admin/settings') await changeSettings({ maintenanceMode: false, blockedRegions: [] })
    if (/role|ban|premium|gifts|account|auth|payments|claims/.test(path)) {
      this.viewers = await viewersOf(this.people, this.now)
    }
    const orderId = /"orderId":"([^"]+)"/.exec(text)?.[1]
    if (orderId === undefined || this.chance.of100(40)) return
    if (path === '/api/premium/subscribe') sandbox.paypal.approve(orderId)
    if (path !== '/api/premium/razorpay/create-order') return
    const proof = await sandbox.razorpay.pay(orderId)
    for (const [name, value] of Object.entries(proof)) this.pool.add(name, String(value))
  }

  private async check(): Promise<void> {
    const { figures } = this
    // Some providers refuse to be asked again within an hour.
    this.world.sandbox.clock.set(this.now)
    await runAll(await jobContext(this.now))
    for (const fault of await faultsInRows(env.DB)) this.fault(`after #${figures.requests}: ${fault}`)
    // A revocation takes effect within thirty seconds.
    this.now += 31_000
    this.viewers = await viewersOf(this.people, this.now)
    const urls = [...this.given.keys()]
    for (let tried = 0; tried < urlsTried && urls.length > 0; tried += 1)
      await this.tryMedia(this.chance.pick(urls))
  }

  private async tryMedia(url: string): Promise<void> {
    const { figures, now } = this
    const videoId = this.given.get(url) ?? 0
    const video = (await videosByIds([videoId])).get(videoId)
    const file = url.split('/').at(-1) ?? ''
    for (const { role, client } of this.people) {
      const copy = client.copy()
      copy.now = now
      const response = await copy.get(url, { range: 'bytes=0-9' })
      const { byteLength } = await response.arrayBuffer()
      figures.mediaTried += 1
      if (!response.ok || byteLength === 0) continue
      figures.mediaOpened += 1
      const viewer = this.viewers.get(role)
      if (viewer && !mayHave(viewer, video, file))
        this.fault(`after #${figures.requests}: ${role} gets ${url} of ${JSON.stringify(video)}`)
    }
  }
}

/** Email and IP addresses, and media URLs, which work like keys. */
const personal = /@example\.com|\b10(?:\.\d+){3}\b|\/media\/[^:"\s]/

/** Tells whether a route admits a person. Every account owns its own things. */
function admits({ admits }: FuzzRoute, { role }: Person): boolean {
  const isAccount = role !== 'visitor' && role !== 'banned'
  return admits.includes(role) || (isAccount && admits.includes('owner'))
}

/** Returns other people's email addresses in an answer. Only staff may see them. */
function addressesOfOthers({ isStaff }: Viewer, { username }: Person, text: string): string[] {
  if (isStaff) return []
  const found = text.match(/\bu[a-z]{12}@example\.com/g) ?? []
  return found.filter((email) => email !== `${username}@example.com`).map((email) => `tells of ${email}`)
}

function bodyOf({ body }: Sent): string {
  return typeof body === 'string' ? body.slice(0, 300) : body ? '(bytes)' : ''
}

/** Returns the faults of a response that don't depend on its reader. */
function faultsOf(response: Response, text: string, { name }: FuzzRoute): string[] {
  const { status, headers } = response
  const faults: string[] = []
  const isDocumented = status === 501 && name === 'GET /oembed'
  if (status >= 500 && !isDocumented) faults.push(text.slice(0, 300))
  for (const [header, value] of Object.entries(onEveryAnswer)) {
    if (!headers.get(header)?.includes(value)) faults.push(`has no ${header}`)
  }
  // The plain form tells our own site where it comes from; a HEAD doesn't show whether it is there.
  const isPlainForm = text.includes('action="/removal#form"')
  const policies =
    text === '' ? ['no-referrer', 'same-origin'] : [isPlainForm ? 'same-origin' : 'no-referrer']
  if (!policies.includes(headers.get('referrer-policy') ?? '')) faults.push('has another referrer-policy')
  if (headers.get('content-type')?.startsWith('text/html') && !headers.get('content-security-policy'))
    faults.push('is a document without a policy')
  if (status >= 400 && headers.get('content-type') === 'application/json')
    faults.push('is a refusal in another shape')
  return faults
}

const onEveryAnswer: Record<string, string> = {
  'cache-control': '',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': '',
  rating: 'adult',
}
