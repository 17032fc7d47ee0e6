/** Capabilities of an account beyond a visitor's. Code asks for a capability, never for a role. */
export const capabilities = [
  'video.create',
  'video.like',
  'video.save',
  'video.markPremium',
  'video.playPremium',
  'video.download',
  'video.manageAny',
  'site.administer',
] as const
export type Capability = (typeof capabilities)[number]

export const roles = ['visitor', 'user', 'member', 'administrator'] as const
/** `member` is an account within a running premium term. */
export type Role = (typeof roles)[number]

const user: readonly Capability[] = ['video.create', 'video.like', 'video.save']
const member: readonly Capability[] = [...user, 'video.markPremium', 'video.playPremium', 'video.download']

const granted: Record<Role, readonly Capability[]> = {
  visitor: [],
  user,
  member,
  administrator: [...member, 'video.manageAny', 'site.administer'],
}

export function can(role: Role, capability: Capability): boolean {
  return granted[role].includes(capability)
}

/** Returns an account's role as the API shows it; null is a visitor. */
export function roleOf(account: { isAdmin: boolean; isPremium: boolean } | null): Role {
  if (!account) return 'visitor'
  if (account.isAdmin) return 'administrator'
  return account.isPremium ? 'member' : 'user'
}
