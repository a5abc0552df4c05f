import type { ComponentProps } from 'react'
import { Link } from '../parts/Controls.tsx'
import { addressOf, type DashboardRoute, goTo } from './route.ts'

type Props = Omit<ComponentProps<typeof Link>, 'href' | 'onFollow'> & { to: DashboardRoute }

export const RouteLink = ({ to, ...props }: Props) => (
  <Link href={addressOf(to)} onFollow={() => goTo(to)} {...props} />
)
