import { END, type Known, type Program, type Step } from './every-order.ts'

/**
 * The outbox as it was designed, for one record and one channel: a submission writes record and debt
 * side by side. Whoever delivers takes the debt by compare-and-set, asks for a place among the hour's
 * mails, looks whether the studio was told already, sends, notes that it was told, and only then lets
 * the debt go. Where the hour is full, everything owed waits for one gathered mail.
 */

/** What can be left out of the design, to see that it is needed. */
export const RULES = [
  'a debt is taken by compare-and-set',
  'who delivers looks whether it was told',
  'told is noted before the debt goes',
  'a replay owes what it says is stored',
  'a place is asked for before told is read',
  'a gathered mail that one does not know is a reason to wait',
  'what is being delivered is not gathered',
] as const
export type Rule = (typeof RULES)[number]

type Debt = { version: number; taker?: string }
export type Outbox = {
  record: boolean
  gone: boolean
  debt: Debt | null
  told: boolean
  sent: number
  /** Somebody was told that it is stored. */
  isAcknowledged: boolean
  /** The hour is full, and the time of the gathered mail has come. */
  isGathering: boolean
  /** The gathered mail that covers the record; it is known once whoever asks for a place sees it. */
  gathered: 'none' | 'made' | 'known' | 'done'
  gatheredBy?: string
  isGatheredSent: boolean
  /** Who has ended, well or not: what they had taken is free again. */
  over: string[]
}

export const empty: Outbox = {
  record: false,
  gone: false,
  debt: null,
  told: false,
  sent: 0,
  isAcknowledged: false,
  isGathering: false,
  gathered: 'none',
  isGatheredSent: false,
  over: [],
}

const isFree = ({ taker }: Debt, me: string, { over }: Outbox) =>
  taker === undefined || taker === me || over.includes(taker)

/** Delivers what is owed; `begin` is its first step. */
export function deliver(me: string, without?: Rule): Program<Outbox> {
  const isKept = (rule: Rule) => rule !== without
  const isPlaceFirst = isKept('a place is asked for before told is read')
  const place: Step<Outbox> = (store, known) => {
    const isNews = store.gathered === 'known' && known['gathered'] !== 'known'
    const mustWait = isNews && isKept('a gathered mail that one does not know is a reason to wait')
    if (store.isGathering || mustWait) return 'put back'
    return isPlaceFirst ? 'look for told' : 'look at the record'
  }
  const lookForTold: Step<Outbox> = (store, known) => {
    known['told'] = store.told && isKept('who delivers looks whether it was told')
    return isPlaceFirst ? 'look at the record' : 'ask for a place'
  }
  return {
    begin: (store, known) => {
      known['gathered'] = store.gathered
      return 'read the debt'
    },
    'read the debt': (store, known) => {
      const { debt } = store
      known['version'] = debt?.version
      return debt && isFree(debt, me, store) && known['gathered'] !== 'known' ? 'take it' : END
    },
    'take it': (store, known) => {
      const isAsRead = store.debt?.version === known['version']
      if (!store.debt || (!isAsRead && isKept('a debt is taken by compare-and-set'))) return END
      store.debt = { version: store.debt.version + 1, taker: me }
      return isPlaceFirst ? 'ask for a place' : 'look for told'
    },
    'ask for a place': place,
    'look for told': lookForTold,
    'look at the record': (store, known) => {
      if (known['told'] === true || store.gone) return 'let it go'
      return store.record ? 'send' : 'put back'
    },
    send: (store, known) => {
      store.sent++
      known['sends'] = true
      return isKept('told is noted before the debt goes') ? 'note' : 'let it go'
    },
    note: (store) => {
      store.told = true
      return isKept('told is noted before the debt goes') ? 'let it go' : END
    },
    'let it go': (store, known) => {
      store.debt = null
      const isNotedLater = !isKept('told is noted before the debt goes')
      return isNotedLater && known['sends'] === true ? 'note' : END
    },
    'put back': (store) => {
      if (store.debt?.taker === me) store.debt = { version: store.debt.version + 1 }
      return END
    },
  }
}

/** Makes a debt that its maker has taken already, unless there is one. */
function owe(store: Outbox, me: string): Step<Outbox> {
  store.debt ??= { version: 1, taker: me }
  return () => END
}

const answer =
  (me: string): Step<Outbox> =>
  (store) => {
    store.isAcknowledged = true
    return store.debt?.taker === me ? 'ask for a place' : 'begin delivering'
  }

/** A program that delivers in the end. */
function thenDeliver(steps: Program<Outbox>, me: string, without?: Rule): Program<Outbox> {
  const { begin = () => END, ...others } = deliver(me, without)
  return { ...others, 'begin delivering': begin, ...steps }
}

/** A submission: record and debt in either order, the answer, and the first try. */
export function submit(me: string, isDebtFirst: boolean, without?: Rule): Program<Outbox> {
  const isNext = (known: Known) => (known['isHalf'] === true ? 'answer' : 'other half')
  const record: Step<Outbox> = (store, known) => {
    store.record = true
    const next = isNext(known)
    known['isHalf'] = true
    return next
  }
  const debt: Step<Outbox> = (store, known) => {
    owe(store, me)
    const next = isNext(known)
    known['isHalf'] = true
    return next
  }
  const [begin, otherHalf] = isDebtFirst ? [debt, record] : [record, debt]
  return thenDeliver({ begin, 'other half': otherHalf, answer: answer(me) }, me, without)
}

/** The same sent once more: it completes the record, and owes where nobody was told yet. */
export function replay(me: string, without?: Rule): Program<Outbox> {
  const isKept = without !== 'a replay owes what it says is stored'
  return thenDeliver(
    {
      begin: (store) => {
        const wasThere = store.record
        store.record = true
        return wasThere && !isKept ? 'say that it is there' : 'was it told?'
      },
      'was it told?': (store) => (store.told ? 'say that it is there' : 'owe'),
      'say that it is there': (store) => {
        store.isAcknowledged = true
        return END
      },
      owe: (store) => {
        owe(store, me)
        return 'answer'
      },
      answer: answer(me),
    },
    me,
    without,
  )
}

/** Makes the gathered mail, sends it, notes who was told, and lets go of what it covered. */
export const gather = (me: string, without?: Rule): Program<Outbox> => ({
  begin: (store) => {
    if (!store.isGathering) return 'take it'
    const { debt } = store
    const isTaken = debt !== null && !isFree(debt, me, store)
    const mayTake = without === 'what is being delivered is not gathered'
    return debt && (!isTaken || mayTake) ? 'make it' : END
  },
  'make it': (store) => {
    if (store.gathered === 'none') store.gathered = 'made'
    return 'say so'
  },
  'say so': (store) => {
    if (store.isGathering && store.gathered === 'made') {
      store.isGathering = false
      store.gathered = 'known'
    }
    return 'take it'
  },
  'take it': (store) => {
    if (store.gathered !== 'known') return END
    if (store.isGatheredSent) return 'note'
    const { gatheredBy } = store
    if (gatheredBy !== undefined && !store.over.includes(gatheredBy)) return END
    store.gatheredBy = me
    return 'look'
  },
  look: (store) => (store.gone ? 'note' : 'send'),
  send: (store, known) => {
    store.sent++
    known['sends'] = true
    return 'note that it went'
  },
  'note that it went': (store) => {
    store.isGatheredSent = true
    return 'note'
  },
  note: (store) => {
    store.told = true
    return 'let go'
  },
  'let go': (store) => {
    store.debt = null
    return 'forget it'
  },
  'forget it': (store) => {
    store.gathered = 'done'
    return END
  },
})
