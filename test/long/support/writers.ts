import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import type { User } from '#contract/schemas/accounts/auth'
import type { RemovalReceipt } from '#contract/schemas/moderation/safety'
import type { Subscription } from '#contract/schemas/payments/payments'
import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { newName, randomAddress } from '../../e2e/support/site'
import { answered, Film } from './films'
import type { KillableSite, Person } from './kill'
import { checkout, wallet } from './ways-to-pay'

/** A writer that acts until the site is killed, and remembers the site's acknowledgements. */
export interface Writer {
  act(): Promise<void>
  /**
   * Checks, once the site is back, that everything acknowledged is there, and that the rest can be done
   * again.
   */
  check(): Promise<void>
}

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

/** Publishes one film after the other, each with an account of its own. */
export class Uploader implements Writer {
  readonly published: Film[] = []
  parts = 0
  completed = 0
  /** Uploads that a kill cut off, and that were published afterwards. */
  resumed = 0
  private made = 0
  private current: Film | null = null

  /** Every other film is this much longer. */
  constructor(
    private readonly site: KillableSite,
    private readonly paddedBy: number,
  ) {}

  async act(): Promise<void> {
    const person = await this.site.person()
    this.made += 1
    this.current = new Film(person, this.made % 2 === 0 ? 0 : this.paddedBy)
    await this.current.publish()
    await this.finish(this.current)
  }

  async check(): Promise<void> {
    const film = this.current
    if (!film) return
    this.resumed += 1
    expect(await film.resume(), 'lost').toEqual([])
    await film.publish()
    await this.finish(film)
  }

  private async finish(film: Film): Promise<void> {
    this.current = null
    this.published.push(film)
    this.parts += film.sendings.video.parts.size + film.sendings.image.parts.size
    this.completed += 2
    const own = await film.person.get<Video[]>('/api/videos/my-videos?limit=5')
    expect(own.map(({ id }) => id)).toEqual([film.videoId])
  }
}

/** Likes, comments on and views one film. */
export class Audience implements Writer {
  likes = 0
  comments: number[] = []
  /** Times at which views were acknowledged. */
  views: number[] = []
  private turn = 0
  /** Whether each person likes the film; undefined if the site hasn't acknowledged it. */
  private readonly liking: (boolean | undefined)[]

  constructor(
    private readonly site: KillableSite,
    private readonly people: Person[],
    readonly videoId: number,
  ) {
    this.liking = people.map(() => false)
  }

  async act(): Promise<void> {
    const at = this.turn % this.people.length
    const person = this.people[at]
    if (!person) throw new Error('Nobody is there')
    this.turn += 1
    const path = `/api/videos/${this.videoId}`
    const next = !this.liking[at]
    this.liking[at] = undefined
    await answered(person, next ? 'POST' : 'DELETE', `${path}/like`)
    this.liking[at] = next
    this.likes += 1
    // Each person may send ten comments in ten minutes.
    const said = await person.send('POST', `${path}/comments`, { body: `I saw it, ${this.turn}.` })
    if (said.ok) this.comments.push(((await said.json()) as Comment).id)
    else expect([said.status, await said.text()]).toEqual([429, expect.any(String)])
    const headers = { 'cf-connecting-ip': randomAddress(), 'user-agent': browser, cookie: 'age_verified=1' }
    const seen = await fetch(`${this.site.origin}${path}/view?from=site`, { method: 'POST', headers })
    expect(seen.status).toBe(204)
    this.views.push(Date.now())
  }

  async check(): Promise<void> {
    const states = await Promise.all(
      this.people.map(async (person) => {
        const path = `/api/videos/mine?ids=${this.videoId}`
        const [state] = await answered<{ liked: boolean }[]>(person, 'GET', path)
        return state
      }),
    )
    for (const [at, state] of states.entries()) {
      expect(state?.liked).toBe(this.liking[at] ?? state?.liked)
      this.liking[at] = state?.liked
    }
  }
}

interface Order {
  person: Person
  confirm(): Promise<unknown>
  isTaken(): Promise<boolean>
  isAcknowledged: boolean
}

/** Buys terms, by the wallet and by the checkout in turn. */
export class Payer implements Writer {
  readonly orders: Order[] = []
  private checked = 0

  constructor(private readonly site: KillableSite) {}

  async act(): Promise<void> {
    const person = await this.site.person()
    const way = this.orders.length % 2 === 0 ? wallet : checkout
    const order = { ...(await way.approve(this.site, person)), person, isAcknowledged: false }
    this.orders.push(order)
    await this.confirm(order)
  }

  /**
   * Expects that acknowledged payments made their buyers premium at once. The others may be confirmed again.
   */
  async check(): Promise<void> {
    const since = this.orders.slice(this.checked)
    this.checked = this.orders.length
    for (const order of since) {
      const { isPremium } = await order.person.get<User>('/api/auth/me')
      if (order.isAcknowledged) expect(isPremium).toBe(true)
      // Half of those cut off are left to the sweep.
      else if (this.orders.length % 2 === 0) await this.confirm(order)
    }
  }

  /** Expects, after the sweep, that everyone who paid has one term, and no one else has any. */
  async checkTerms(): Promise<void> {
    for (const { person, isTaken } of this.orders) {
      const { payments } = await person.get<Subscription>('/api/account/subscription')
      const { isPremium } = await person.get<User>('/api/auth/me')
      const isPaid = await isTaken()
      expect(isPremium).toBe(isPaid)
      expect(payments.map(({ status }) => status)).toEqual(isPaid ? ['captured'] : [])
    }
  }

  private async confirm(order: Order): Promise<void> {
    expect(await order.confirm()).toMatchObject({ success: true })
    order.isAcknowledged = true
  }
}

interface Gone {
  film: Film
  url: string
}

/** Removes films as staff, lets their uploaders leave, and asks for removals as a stranger. */
export class Remover implements Writer {
  readonly removed: Gone[] = []
  readonly left: (Gone & { userId: number })[] = []
  readonly receipts: string[] = []
  private turn = 0

  constructor(
    private readonly site: KillableSite,
    /** Replaced by a new sign-in when the password was typed too long ago. */
    public staff: Person,
    private readonly films: Film[],
    private readonly about: number,
  ) {}

  async act(): Promise<void> {
    this.turn += 1
    const film = this.turn % 2 === 0 ? this.films.shift() : undefined
    const video = film && (await film.person.get<Video>(`/api/videos/${film.videoId}`))
    if (!film || !video?.videoUrl) {
      if (film) this.films.push(film)
      return this.ask()
    }
    const gone = { film, url: video.videoUrl }
    if (this.removed.length <= this.left.length) await this.remove(gone)
    else await this.leave(gone)
  }

  async check(): Promise<void> {
    for (const { film, url } of [...this.removed, ...this.left]) {
      const page = await this.staff.send('GET', `/api/videos/${film.videoId}`, undefined, {
        cookie: 'age_verified=1',
      })
      expect([404, 410, 451]).toContain(page.status)
      const media = await fetch(this.site.origin + url, { headers: { cookie: film.person.cookie } })
      await media.arrayBuffer()
      expect(media.ok, `${url} is served`).toBe(false)
    }
    const receipts = this.receipts.slice(-3)
    for (const token of receipts) {
      expect(await this.staff.get<RemovalReceipt>(`/api/removal-requests/${token}`)).toMatchObject({ token })
    }
  }

  private async remove(gone: Gone): Promise<void> {
    const path = `/api/admin/videos/${gone.film.videoId}/remove`
    await answered(this.staff, 'POST', path, { reason: 'copyright', note: 'Its maker asked for it.' })
    this.removed.push(gone)
  }

  private async leave(gone: Gone): Promise<void> {
    const { person } = gone.film
    const { id: userId } = await person.get<User>('/api/auth/me')
    await answered(person, 'DELETE', '/api/account', { password: person.password })
    this.left.push({ ...gone, userId })
  }

  private async ask(): Promise<void> {
    const name = `Someone ${randomInt(1e6)}`
    const response = await fetch(`${this.site.origin}/api/removal-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': randomAddress() },
      body: JSON.stringify({
        url: `${this.site.origin}/video/${this.about}`,
        reason: 'other',
        relation: 'other',
        name,
        signature: name,
        email: `${newName()}@example.com`,
        goodFaith: true,
        statement: 'I am in the background of this film, and would rather not be.',
      }),
    })
    expect(response.status).toBe(201)
    this.receipts.push(((await response.json()) as RemovalReceipt).token)
  }
}
