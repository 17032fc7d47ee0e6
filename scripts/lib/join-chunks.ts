/** The smallest file that the bundler can make: code that exactly the same pages and parts need. */
export interface Piece {
  name: string
  /** Bytes. */
  size: number
  /** Names of the pieces that have to run before it. */
  imports: string[]
  /** It has to stay a file of its own. */
  alone: boolean
}

/** What a browser loads in one go. */
export interface Load {
  /** What is asked for by name; what these import comes with them. */
  pieces: string[]
  /** A piece that has come before. */
  after?: string
  /** What a byte costs that it doesn't need. */
  byte: number
  /** What a request costs. */
  request: number
}

/** Bytes below which a file isn't worth its request, whoever asks for it. */
export const smallest = 4096
/** What such a file costs. */
const smallFile = 100_000

interface Group {
  names: string[]
  size: number
  alone: boolean
  imports: Set<Group>
  /** Itself and all that it imports, directly or not. */
  whole: Set<Group>
  loads: Set<GroupLoad>
}

interface GroupLoad extends Omit<Load, 'pieces' | 'after'> {
  before: Group | undefined
  groups: Set<Group>
}

interface Offer {
  partner: Group
  /** Negative if joining saves. */
  price: number
}

/**
 * Joins pieces into files, as long as the requests that are saved outweigh the bytes that are loaded in vain.
 * No two files import each other: the one that ran first would find the other's constants undefined. Returns
 * the names of each file's pieces.
 */
export function joinChunks(pieces: Piece[], loads: Load[]): string[][] {
  const groups = groupsOf(pieces, loads)
  let offers = offersOf(groups)
  for (;;) {
    // Prices that have fallen since are found when nothing else is left.
    if (!lowest(offers)[1]) offers = offersOf(groups)
    const [group, offer] = lowest(offers)
    if (!group || !offer) return [...groups].map(({ names }) => names)
    // What others joined since may have changed its price.
    const current = bestOffer(group, groups)
    offers.set(group, current)
    if (!current || current.price > offer.price) continue
    const { partner } = current
    join(group, partner, groups)
    offers.delete(group)
    for (const [other, made] of offers)
      if (other === partner || made?.partner === group || made?.partner === partner)
        offers.set(other, bestOffer(other, groups))
  }
}

function groupsOf(pieces: Piece[], loads: Load[]): Set<Group> {
  const byName = new Map(
    pieces.map(({ name, size, alone }): [string, Group] => [
      name,
      { names: [name], size, alone, imports: new Set(), whole: new Set(), loads: new Set() },
    ]),
  )
  const named = (names: string[]) => names.flatMap((name) => byName.get(name) ?? [])
  for (const { name, imports } of pieces) {
    const [group] = named([name])
    if (group) group.imports = new Set(named(imports))
  }
  const groups = new Set(byName.values())
  measure(groups)
  for (const { pieces: wanted, after, byte, request } of loads) {
    const [before] = named(after ? [after] : [])
    const load: GroupLoad = { byte, request, before, groups: new Set() }
    for (const group of [...named(wanted), ...(before ? [before] : [])]) add(load, group)
  }
  return groups
}

/** Finds again what each group brings with it. */
function measure(groups: Set<Group>): void {
  const done = new Set<Group>()
  function visit(group: Group): Set<Group> {
    if (done.has(group)) return group.whole
    done.add(group)
    group.whole = new Set([group])
    for (const each of group.imports) for (const below of visit(each)) group.whole.add(below)
    return group.whole
  }
  for (const group of groups) visit(group)
}

function add(load: GroupLoad, group: Group): void {
  for (const each of group.whole) {
    load.groups.add(each)
    each.loads.add(load)
  }
}

function offersOf(groups: Set<Group>): Map<Group, Offer | null> {
  return new Map([...groups].map((group) => [group, bestOffer(group, groups)]))
}

function lowest(offers: Map<Group, Offer | null>): [Group, Offer] | [] {
  let found: [Group, Offer] | [] = []
  for (const [group, offer] of offers) {
    if (offer && (!found[1] || offer.price < found[1].price)) found = [group, offer]
  }
  return found
}

/** Returns the partner with which a group saves most; null if it would save with none. */
function bestOffer(group: Group, groups: Set<Group>): Offer | null {
  let best: Offer | null = null
  if (group.alone) return null
  for (const partner of groups) {
    if (partner === group || partner.alone) continue
    const price = priceOf(group, partner)
    if (price < (best?.price ?? 0) && !wouldCircle(group, partner)) best = { partner, price }
  }
  return best
}

function priceOf(one: Group, other: Group): number {
  let price = smallPrice(one.size + other.size) - smallPrice(one.size) - smallPrice(other.size)
  for (const load of one.loads) price += other.loads.has(load) ? -load.request : inVain(load, other, one)
  for (const load of other.loads) if (!one.loads.has(load)) price += inVain(load, one, other)
  return price
}

function smallPrice(size: number): number {
  return size < smallest ? smallFile : 0
}

/** Returns what it costs a load to get a group that it doesn't need with one that it does. */
function inVain(load: GroupLoad, group: Group, needed: Group): number {
  // It came before, whatever is joined to it.
  if (load.before === needed) return 0
  let price = load.byte * group.size
  for (const each of group.whole)
    if (each !== group && !load.groups.has(each)) price += load.byte * each.size + load.request
  return price
}

/** Tells whether a third group stands between the two. */
function wouldCircle(one: Group, other: Group): boolean {
  const isBetween = (from: Group, to: Group) =>
    [...from.imports].some((each) => each !== to && each.whole.has(to))
  return isBetween(one, other) || isBetween(other, one)
}

function join(group: Group, into: Group, groups: Set<Group>): void {
  groups.delete(group)
  into.names.push(...group.names)
  into.size += group.size
  into.imports = new Set(
    [...into.imports, ...group.imports].filter((each) => each !== into && each !== group),
  )
  for (const { imports } of groups) if (imports.delete(group)) imports.add(into)
  into.imports.delete(into)
  measure(groups)
  for (const load of group.loads) {
    if (load.before === group) load.before = into
    load.groups.delete(group)
    into.loads.add(load)
  }
  for (const load of into.loads) add(load, into)
}
