-- Three roles and a database: one role owns the tables and migrates, one reads and writes rows, one
-- reads them for backups. Run by a superuser of PostgreSQL once, and again for the new database of a
-- restore or for a role that came later; docs/operations.md shows how. Needs the variables database,
-- owner, owner_password, app, app_password, backup, backup_password.
\set ON_ERROR_STOP on
SELECT format('CREATE ROLE %I', name) FROM (VALUES (:'owner'), (:'app'), (:'backup')) AS wanted (name)
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"owner" LOGIN PASSWORD :'owner_password';
ALTER ROLE :"app" LOGIN PASSWORD :'app_password';
ALTER ROLE :"backup" LOGIN PASSWORD :'backup_password';
GRANT pg_read_all_data TO :"backup";
SELECT format(
    'CREATE DATABASE %I OWNER %I TEMPLATE template0 ENCODING ''UTF8'' LOCALE ''C.UTF-8''',
    :'database', :'owner'
  ) WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO :"app", :"backup";
\connect :"database"
ALTER SCHEMA public OWNER TO :"owner";
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO :"app";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"app";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO :"app";
