/** A queue of work: its length, which is counted up to `waitingCountMax`, and the time of its oldest item. */
interface Waiting {
  count: number
  since: string | null
}

/** The length of each queue that the viewer may handle, counted up to `waitingCountMax`. */
export interface WaitingCounts {
  pending?: number | undefined
  changed?: number | undefined
  reports?: number | undefined
  comments?: number | undefined
  removals?: number | undefined
  appeals?: number | undefined
  claims?: number | undefined
  paymentAlerts?: number | undefined
  jobs?: number | undefined
  mail?: number | undefined
  /** Other administrators' requests to reset a second factor, which the viewer may confirm. */
  factorResets?: number | undefined
}

export interface Overview {
  waiting: {
    pending: Waiting
    changed: Waiting
    reports: Waiting
    comments: Waiting
    removals: Waiting
    appeals: Waiting
    claims: Waiting
    paymentAlerts: Waiting
    jobs: Waiting
    mail: Waiting
  }
  /** Deadline of the most urgent open removal request. */
  nextRemovalDue: string | null
  /** True while payments are set up, and Premium isn't sold since no premium video can be played. */
  salesOff: boolean
  totals: {
    /** All accounts ever created. */
    users: number
    /** Publicly visible videos. */
    videos: number
    /** Running terms, counted hourly. */
    premium: number
    storedBytes: number
    budgetBytes: number
  }
  /** Oldest first, one entry per UTC day, including empty days. Money in minor units by currency. */
  days: {
    day: string
    signups: number
    uploads: number
    plays: number
    premium: number | null
    charged: Record<string, number>
    refunded: Record<string, number>
  }[]
  checklist: {
    id: 'approval' | 'mail' | 'regions' | 'processor' | 'contact' | 'legal' | 'second-factor'
    ok: boolean
  }[]
}
