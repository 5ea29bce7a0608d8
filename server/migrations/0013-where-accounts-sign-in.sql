-- From which addresses (IPv6: their /64) an account has signed in: there others' failures do not lock it out.
create table sign_in_networks (
  user_id uuid not null references users,
  network text not null,
  last_signed_in timestamptz not null,
  primary key (user_id, network)
);
create index sign_in_networks_by_network on sign_in_networks (network, last_signed_in);
insert into sign_in_networks
  select user_id, address, max(started) from user_sessions where address not like '%:%' group by user_id, address;
