import type { ComponentProps } from 'react'
import { Link } from '../parts/Link.tsx'
import { addressOf, goTo, type DashboardRoute } from './route.ts'

type Props = Omit<ComponentProps<typeof Link>, 'href' | 'onFollow'> & { to: DashboardRoute }

/** A link to another view of the dashboard. */
export const RouteLink = ({ to, ...props }: Props) => (
  <Link href={addressOf(to)} onFollow={() => goTo(to)} {...props} />
)
